/**
 * A home as one file sealed with a passphrase, written beside a running console or without one, and put back on another
 * machine. Called by the command line alone.
 */
@NullMarked
package dev.wheelhouse.core.platform.homebackup;

import org.jspecify.annotations.NullMarked;
