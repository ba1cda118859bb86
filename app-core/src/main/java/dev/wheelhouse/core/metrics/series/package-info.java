/**
 * Where measurements are kept: three tiers of packed block files and a journal for the current hour, in the home.
 *
 * <p>Invariants: a bucket is first in the journal, then in a block of each tier, and the journal is deleted only after
 * all three have it; each block names the last journal that went into it, so nothing is merged twice. Block files are
 * replaced whole. Nothing that is found on disk makes the console fail.
 */
package dev.wheelhouse.core.metrics.series;
