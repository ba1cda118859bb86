/**
 * Reaching databases: one small pool per connection, opened at first use and closed when idle; sessions that go back
 * clean or not at all; cancel and time limits that hold even when the server does not answer. A READ of SQLite runs on
 * platform threads, everything else on the caller's.
 */
package dev.wheelhouse.core.databases.sessions;
