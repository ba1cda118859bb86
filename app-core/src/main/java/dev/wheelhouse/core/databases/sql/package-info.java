/**
 * SQL as text: tokens, statements, what a statement would do, parameters, places. Pure and linear. The classifier is the
 * first of two locks and fails closed; its corpus of statements with verdicts is in the tests' resources.
 */
package dev.wheelhouse.core.databases.sql;
