package dev.wheelhouse.core.mail.publish.provider;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against PowerDNS, which takes dynamic updates too. */
@Real
@Tag("real-dns")
class PowerDnsUpdateTest extends UpdateContract {

    private PowerDnsServer server;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        server = new PowerDnsServer(directory);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    int port() {
        return server.port();
    }

    @Override
    @Test
    void refusesAKeyThatItDoesNotKnow() {
        assertRefuses("nobody", TestZone.SECRET, Duration.ZERO);
    }

    @Override
    @Test
    void refusesAWrongSecret() {
        assertRefuses(TestZone.KEY, new byte[] {1, 2, 3}, Duration.ZERO);
    }

    @Override
    @Test
    void tellsHowFarTheClocksAreApart() {
        assertRefuses(TestZone.KEY, TestZone.SECRET, Duration.ofHours(-1));
    }

    /** It does not say what is wrong with a signature. */
    private void assertRefuses(String key, byte[] secret, Duration offset) {
        Rfc2136Access access = new Rfc2136Access("127.0.0.1", port(), null, key, TsigAlgorithm.HMAC_SHA256, secret);
        assertThatThrownBy(() -> provider(access, Clock.offset(Clock.systemUTC(), offset))
                        .test())
                .hasMessage("127.0.0.1:" + port()
                        + " refused: it is not the primary server of the zone, or it does not take" + " the key " + key
                        + ". Compare the key and the clocks, which PowerDNS does not tell apart, nor Knot since 3.5 a key that"
                        + " it does not know.");
    }
}
