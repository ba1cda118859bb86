/**
 * Databases: connections to PostgreSQL and SQLite, and everything that is done through them. {@code sql} tells what a
 * statement does, {@code sessions} reaches the database, {@code catalog} knows its tables, {@code values} maps what comes
 * and goes, {@code query}, {@code rows}, {@code edits}, {@code export} and {@code scripts} are the use cases.
 */
package dev.wheelhouse.core.databases;
