/**
 * Following a log over something that may be cut: {@link dev.wheelhouse.core.logs.follow.ReconnectingFollowing} reads on
 * from the last place by itself, whatever the log's kind, which only has to implement
 * {@link dev.wheelhouse.core.logs.follow.LogReading}.
 */
package dev.wheelhouse.core.logs.follow;
