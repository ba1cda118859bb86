package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.testing.PostgresDatabase;
import java.nio.file.Path;

/**
 * What benchmarks play on.
 *
 * @param server what the database is, for the report
 * @param subject runs all the time
 * @param bare its peer, beside it
 * @param connection the id of the subject's connection to {@code database}
 */
record Stage(
        Programs programs,
        Path home,
        PostgresDatabase database,
        String server,
        Subject subject,
        JavaProcess bare,
        String connection) {}
