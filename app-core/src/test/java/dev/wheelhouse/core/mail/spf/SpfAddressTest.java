package dev.wheelhouse.core.mail.spf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpfAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.4.",
                "1.2.3.4:25",
                ":::",
                ":1::2",
                "1::2::3",
                "::g",
                "fe80::1%eth0",
                "[::1]",
                "mail.example.org",
                "1:2:3:4:5:6:7",
                "::1.2.3"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThat(SpfAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0:0:0:0:0:0:0:0, ::",
        "::1, ::1",
        "1::, 1::",
        "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "0:0:1:0:0:0:0:1, 0:0:1::1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "255.0.0.1, 255.0.0.1"
    })
    void writesIpv6AsRfc5952(String text, String expected) {
        assertThat(SpfAddress.parse(text).orElseThrow()).hasToString(expected);
    }

    @Test
    void readsBackWhatItWrites() {
        Property.holds(2_000, random -> {
            SpfAddress address = SpfAddress.parse(text(random)).orElseThrow();

            assertThat(SpfAddress.parse(address.toString())).contains(address);
        });
    }

    /** Against whole numbers, bit by bit. */
    @Test
    void comparesAsManyBitsAsThePrefixHas() {
        Property.holds(2_000, random -> {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            bytes[0] = 0x20;
            byte[] other = bytes.clone();
            int bit = random.nextInt(bytes.length * 8);
            other[bit / 8] ^= (byte) (0x80 >> bit % 8);
            SpfAddress one = SpfAddress.parse(InetAddress.getByAddress(bytes).getHostAddress())
                    .orElseThrow();
            SpfAddress two = SpfAddress.parse(InetAddress.getByAddress(other).getHostAddress())
                    .orElseThrow();

            assertThat(one.isIn(two, bit)).isTrue();
            assertThat(one.isIn(two, bit + 1)).isFalse();
        });
    }

    private static String text(Random random) throws UnknownHostException {
        byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
        for (int i = 0; i < bytes.length; i++) {
            // Many zeros, for the part that is left out.
            bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
        }
        return InetAddress.getByAddress(bytes).getHostAddress();
    }
}
