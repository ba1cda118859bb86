package dev.wheelhouse.core.backups.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of a machine's programs are taken. */
final class ClientProgramsTest {

    private static final String FOUND = """
            Welcome
            wheelhouse:authorities /etc/ssl/certs/ca-certificates.crt
            wheelhouse:programs
            /usr/lib/postgresql/13/bin|pg_dump (PostgreSQL) 13.23 (Debian 13.23-1)|pg_restore (PostgreSQL) 13.23|
            /usr/lib/postgresql/17/bin|pg_dump (PostgreSQL) 17.6|pg_restore (PostgreSQL) 17.6|zstd
            /usr/lib/postgresql/15/bin|pg_dump (PostgreSQL) 15.20|pg_restore (PostgreSQL) 15.20|
            /opt/new|pg_dump (PostgreSQL) 19beta1||zstd
            /usr/bin|pg_dump (PostgreSQL) 17.6|pg_restore (PostgreSQL) 17.6|zstd
            /broken|no version at all||
            """;

    private static final List<ClientPrograms> ALL = ClientPrograms.parse(FOUND);

    @Test
    void readsWhatAMachineHas() {
        assertThat(ALL).hasSize(5);
        assertThat(ALL.get(1))
                .isEqualTo(new ClientPrograms(
                        "/usr/lib/postgresql/17/bin",
                        new PostgresRelease(17, 6),
                        new PostgresRelease(17, 6),
                        true,
                        "/etc/ssl/certs/ca-certificates.crt"));
        assertThat(ALL.get(3).dump()).isEqualTo(new PostgresRelease(19, 0));
        assertThat(ALL.get(3).restore()).isNull();
        assertThat(ClientPrograms.parse("")).isEmpty();
    }

    @Test
    void takesTheServersOwnVersionOrTheNextOne() {
        assertThat(ClientPrograms.fitting(ALL, 15).orElseThrow().dump()).isEqualTo(new PostgresRelease(15, 20));
        assertThat(ClientPrograms.fitting(ALL, 14).orElseThrow().dump()).isEqualTo(new PostgresRelease(15, 20));
        assertThat(ClientPrograms.fitting(ALL, 16).orElseThrow().directory()).isEqualTo("/usr/lib/postgresql/17/bin");
        assertThat(ClientPrograms.fitting(ALL, 20)).isEmpty();
    }
}
