/**
 * Several logs as one, ordered by time: the copies of an app, or whatever a person wants to see side by side. A line
 * without a time stays behind its forerunner of the same log.
 */
package dev.wheelhouse.core.logs.merge;
