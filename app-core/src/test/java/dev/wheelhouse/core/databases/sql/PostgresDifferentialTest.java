package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Real;
import org.junit.jupiter.api.Test;

/** PostgreSQL reads generated texts as we do, and what we call READ changes nothing there. */
class PostgresDifferentialTest {

    @Test
    void readsWhatTheServerReads() throws Exception {
        PostgresDifferential differential =
                compared("PostgreSQL 18", PostgresServer.shared().newDatabase());
        assertThat(PlantedFault.values()).hasSizeGreaterThanOrEqualTo(19);
        assertThat(PlantedFault.unseen(Engine.POSTGRESQL, differential.wholes)).isEmpty();
    }

    @Real
    @Test
    void readsWhatDebiansServerReads() throws Exception {
        try (DebianPostgres server = DebianPostgres.start("fsync=off", "log_min_error_statement=panic")) {
            compared("Debian's PostgreSQL", server.newDatabase());
        }
    }

    private static PostgresDifferential compared(String server, PostgresDatabase database) throws Exception {
        try (PostgresDifferential differential = new PostgresDifferential(database)) {
            differential.tryAll(GeneratedText.FIRST, GeneratedText.COUNT);
            System.out.println(server + " from seed " + GeneratedText.FIRST + ": " + differential.shares());
            assertThat(differential.faults).isEmpty();
            assertThat(differential.parsed).isGreaterThanOrEqualTo(differential.pieces / 3);
            assertThat(differential.read).isGreaterThanOrEqualTo(differential.pieces / 20);
            assertThat(differential.ran).isGreaterThanOrEqualTo(differential.pieces / 20);
            assertThat(differential.cutByDriver).isLessThan(differential.pieces / 100);
            return differential;
        }
    }
}
