/**
 * SQL as text: tokens, statements, what a statement would do, parameters, places. Pure and linear. The classifier
 * decides what is asked and fails closed; the locks are the database's own. Its corpus of statements with verdicts is in
 * the tests' resources, and generated texts are held against the servers.
 */
package dev.wheelhouse.core.databases.sql;
