/** Who asks and what they may do. Every service takes a {@link dev.wheelhouse.core.platform.caller.Caller}. */
package dev.wheelhouse.core.platform.caller;
