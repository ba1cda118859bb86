package dev.wheelhouse.core.databases.copies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import org.junit.jupiter.api.Test;

/** What programs of PostgreSQL are given to log in with. */
final class ProgramLoginTest {

    private static ProgramLogin login(String user, SslMode ssl, String password) {
        return new ProgramLogin(new Target.Postgres("[::1]", 5433, "shop", user, ssl, null), password, null);
    }

    @Test
    void quotesWhatMayHoldAnything() {
        ProgramLogin login = login("o'neil \\ host=evil", SslMode.PREFER, "pass:wo\\rd");
        assertThat(login.connectionString("a'b", "/dev/fd/4", "/certs"))
                .isEqualTo("host='::1' port='5433' user='o\\'neil \\\\ host=evil' dbname='a\\'b' passfile='/dev/fd/4'"
                        + " sslmode='prefer' connect_timeout='10' application_name='Wheelhouse'")
                .doesNotContain("pass:");
        assertThat(login.passwordLine()).isEqualTo("*:*:*:*:pass\\:wo\\\\rd\n");
        assertThat(login.toString()).doesNotContain("pass");
    }

    @Test
    void namesAuthoritiesWhereTheServerHasToProveItself() {
        assertThat(login("app", SslMode.VERIFY_FULL, "x").connectionString("shop", "/p", "/certs"))
                .contains("sslmode='verify-full' sslrootcert='/certs'");
        assertThat(login("app", SslMode.REQUIRE, "").passwordLine()).isEmpty();
    }
}
