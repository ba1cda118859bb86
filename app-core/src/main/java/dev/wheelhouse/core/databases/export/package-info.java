/**
 * Writes the rows of a result as a file: CSV, JSON, NDJSON or SQL. Memory does not grow with the number of rows; one
 * row at a time is held.
 *
 * <p>JSON and NDJSON have the forms of {@link dev.wheelhouse.core.databases.values}. CSV has each value's own text, as
 * PostgreSQL's {@code COPY … (FORMAT csv)} writes it, with the line ends of RFC 4180. SQL reads back to the same values
 * on the same engine.
 */
package dev.wheelhouse.core.databases.export;
