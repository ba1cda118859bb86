/**
 * Measurements of the core's functions, and what every benchmark needs: a record of one measurement, its table, and a
 * PostgreSQL server that waits for its disk. Run by {@code mvn -Pbench verify}; nothing here is a test.
 */
@NullMarked
package dev.wheelhouse.core.bench;

import org.jspecify.annotations.NullMarked;
