/**
 * Running SQL: {@link dev.wheelhouse.core.databases.query.StatementGuard} decides from the text, the runner executes in
 * one transaction and reads the last result. Nothing runs when any statement of a text is refused.
 */
package dev.wheelhouse.core.databases.query;
