package dev.wheelhouse.core.mail.publish.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Refused;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import dev.wheelhouse.core.testing.BindServer;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against BIND. */
@Real
@Tag("real-dns")
class BindUpdateTest extends UpdateContract {

    private BindServer server;
    private int port;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        port = FreePort.next();
        server = BindServer.updated(
                directory,
                port,
                Map.of(TestZone.NAME + ".", TestZone.TEXT),
                TestZone.SECRET_TEXT,
                new BindServer.Key(TestZone.KEY, "hmac-sha256", true),
                new BindServer.Key("long", "hmac-sha512", true),
                new BindServer.Key("other", "hmac-sha256", false));
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    int port() {
        return port;
    }

    @Test
    void refusesAnMxWithoutItsHostAndAllThatIsWithIt() {
        List<SetChange> changes = List.of(
                change("alone", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("alone", DnsType.MX, 60, List.of(), List.of("10 nowhere.example.test")));
        assertThat(provider().apply(changes)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("REFUSED");
            assertThat(refused.words()).contains("127.0.0.1:" + port());
        });
        assertThat(texts("alone", DnsType.TXT)).isEmpty();
        assertThat(texts("alone", DnsType.MX)).isEmpty();
    }

    @Test
    void refusesWhatTheKeyMayNotChange() {
        Rfc2136Access other =
                new Rfc2136Access("127.0.0.1", port(), null, "other", TsigAlgorithm.HMAC_SHA256, TestZone.SECRET);
        assertThat(provider(other, Clock.systemUTC())
                        .apply(List.of(change("forbidden", DnsType.TXT, 60, List.of(), List.of("x")))))
                .isEqualTo(new Refused("REFUSED", words(), null));
        assertThat(texts("forbidden", DnsType.TXT)).isEmpty();
    }

    private String words() {
        return "127.0.0.1:" + port()
                + " refused: the key other may not read or change this. Allow it for the zone example.test (BIND:"
                + " update-policy; Knot: acl). BIND also refuses an MX whose host has no address.";
    }
}
