package dev.wheelhouse.core.backups.dump;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of releases of pg_restore. */
final class RestoreRisksTest {

    @ParameterizedTest
    @ValueSource(strings = {"18.7", "17.12", "17.13", "16.16", "15.20", "14.25", "19.0", "20.1"})
    void saysNothingOfReleasesWithoutAHole(String release) {
        assertThat(RestoreRisks.of(PostgresRelease.parse(release).orElseThrow()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"18.6, 18.7", "17.11, 17.12", "16.15, 16.16", "15.18, 15.20", "14.24, 14.25"})
    void namesTheNewestHoleAndTheReleaseToUpdateTo(String release, String mended) {
        assertThat(RestoreRisks.of(PostgresRelease.parse(release).orElseThrow()).orElseThrow())
                .startsWith("pg_restore " + release + " runs code")
                .contains("CVE-2026-116314")
                .doesNotContain("CVE-2025-8714")
                .endsWith("Update it to " + mended + " or newer.");
    }

    @ParameterizedTest
    @CsvSource({"17.5, 17.12", "16.9, 16.16", "15.13, 15.20", "14.18, 14.25"})
    void namesEveryHole(String release, String mended) {
        assertThat(RestoreRisks.of(PostgresRelease.parse(release).orElseThrow()).orElseThrow())
                .contains("CVE-2026-116314", "CVE-2025-8714 and CVE-2025-8715", "Update it to " + mended);
    }

    @Test
    void namesOthersWhereNoneIsMendedAnyMore() {
        assertThat(RestoreRisks.of(new PostgresRelease(13, 23)).orElseThrow())
                .doesNotContain("CVE-2025-8714")
                .endsWith(
                        "PostgreSQL 13 is not mended any more: use one of 14.25, 15.20, 16.16, 17.12, 18.7 or newer.");
        assertThat(RestoreRisks.of(new PostgresRelease(12, 22)).orElseThrow()).contains("CVE-2025-8714");
    }
}
