package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SocketAddressesTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, 53",
        "127.0.0.1:25353, 127.0.0.1, 25353",
        "127.0.0.1:65535, 127.0.0.1, 65535",
        "::1, ::1, 53",
        "[::1], ::1, 53",
        "[2001:db8::1]:5353, 2001:db8::1, 5353",
        "2001:db8::5353, 2001:db8::5353, 53"
    })
    void readsAddressesWithAndWithoutPort(String text, String address, int port) {
        assertThat(SocketAddresses.read(text, 53))
                .contains(new InetSocketAddress(InetAddress.ofLiteral(address), port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dns.example",
                "dns.example:53",
                "127.0.0.1:",
                "127.0.0.1:0",
                "127.0.0.1:053",
                "127.0.0.1:65536",
                "127.0.0.1:99999",
                "127.0.0.1:-1",
                "127.1:53",
                "[127.0.0.1]:53",
                "[::1",
                "[::1]:x",
                "::1]:53",
                "[]:53",
                ":53",
                "fe80::1%eth0"
            })
    void refusesAnythingElse(String text) {
        assertThat(SocketAddresses.read(text, 53)).isEmpty();
    }
}
