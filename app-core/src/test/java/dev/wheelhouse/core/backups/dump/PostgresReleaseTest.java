package dev.wheelhouse.core.backups.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Outputs.Output;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PostgresReleaseTest {

    /** Of {@code pg_dump -V} and {@code pg_restore -V}; a release before the first has no minor number. */
    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#postgres")
    void readsEveryVersion(Output postgres) {
        String release = postgres.version().substring("postgresql-".length()).replaceFirst("[a-z].*$", ".0");
        assertThat(postgres.text().lines())
                .hasSize(2)
                .allSatisfy(each -> assertThat(PostgresRelease.parse(each))
                        .map(PostgresRelease::toString)
                        .hasValue(release));
    }
}
