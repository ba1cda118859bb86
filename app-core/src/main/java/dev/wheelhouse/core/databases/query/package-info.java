/**
 * Running SQL: {@link dev.wheelhouse.core.databases.query.StatementGuard} decides from the text,
 * {@link dev.wheelhouse.core.databases.query.ScriptRunner} runs what it let pass in the lock of its transactions, for
 * queries, scripts, exports and editors alike. Nothing runs when any statement of a text is refused.
 */
package dev.wheelhouse.core.databases.query;
