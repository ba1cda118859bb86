/**
 * Between database values and JSON, in both directions, so that what is read, shown, copied, pasted and written back is
 * the same value.
 *
 * <p><b>PostgreSQL</b> values are read as the text the server writes ({@code getString}) and mapped by the type's OID;
 * the driver's objects are never used, they corrupt {@code infinity}, {@code 24:00}, {@code timetz}, BC dates and NaN.
 * This holds only on a connection set up as {@link dev.wheelhouse.core.databases.values.PostgresSession} says. Values
 * are written as text of unknown type, so the server's own input function judges them. Three marks keep JSON columns
 * unambiguous, and all are accepted when writing: {@code {"$json":"null"}} is the JSON value null where {@code null} is
 * SQL NULL; an object whose only key is {@code $json} is itself returned inside such a mark; and so is a JSON array that
 * is an element of a {@code json[]}, where a bare array would be one more dimension. Text is always UTF-8: a database
 * encoded SQL_ASCII refuses to send anything else.
 *
 * <p><b>SQLite</b> values are read by the storage class of each value, never by the declared type. A plain JSON value is
 * bound by its lexical form and the column's affinity:
 *
 * <ul>
 *   <li>integers as INTEGER, other numbers as REAL, booleans as 1 and 0, strings as TEXT; a number for a TEXT column as
 *       its own digits;
 *   <li>{@code "\x…"} (an even number of hex digits) as BLOB where the affinity is BLOB, which includes columns without
 *       a declared type;
 *   <li>a string of digits as INTEGER, and {@code "Infinity"} and {@code "-Infinity"} as REAL, where the affinity is
 *       INTEGER, NUMERIC or REAL;
 *   <li>objects and arrays as their JSON text in columns declared JSON, nowhere else.
 * </ul>
 *
 * <p>Whatever that rule would not give back is returned marked, and a mark is accepted everywhere:
 *
 * <ul>
 *   <li>{@code {"$int":"…"}}: an integer beyond ±(2^53−1) in a TEXT or BLOB column or one declared ANY (elsewhere it is a
 *       plain string);
 *   <li>{@code {"$real":"Infinity"}}: an infinity in the same columns;
 *   <li>{@code {"$blob":"\x…"}}: a blob in a column of any affinity but BLOB;
 *   <li>{@code {"$text":"…"}}: text that looks like a blob in a BLOB column, or like an infinity in a numeric one;
 *   <li>{@code {"$text":{"$blob":"\x…"}}}: text whose bytes are not UTF-8, in any column.
 * </ul>
 *
 * ANY counts as neither BLOB nor numeric because its meaning depends on whether the table is STRICT. A result column
 * that is an expression belongs to no column that could be written, so its values are never marked, except text that is
 * not UTF-8: large integers and infinities are strings, blobs are {@code "\x…"}.
 *
 * <p>SQLite databases stored as UTF-16 are read through SQLite's own conversion to UTF-8; an unpaired surrogate in them
 * reads as whatever that conversion makes of it.
 */
package dev.wheelhouse.core.databases.values;
