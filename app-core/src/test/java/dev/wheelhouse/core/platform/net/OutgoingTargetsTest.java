package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingTargetsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.8",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fdff::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::7f00:1",
                "2002:7f00:1::",
                "::127.0.0.1",
                "::8.8.8.8",
                "::ffff:0:127.0.0.1",
                "2001::7f00:1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "192.0.2.1",
                "198.51.100.7",
                "203.0.113.255",
                "2001:db8::1",
                "3fff::1",
                "3fff:fff:ffff::1"
            })
    void refusesWhatOnlyThisMachineCanReach(String address) throws Exception {
        assertThat(OutgoingTargets.isPrivate(InetAddress.getByName(address))).isTrue();
        String host = address.contains(":") ? "[" + address + "]" : address;
        URI uri = URI.create("http://" + host + ":9090");
        assertThatThrownBy(() -> new OutgoingTargets(List.of()).check("url", uri))
                .isInstanceOf(AppException.class);
        assertThatCode(() -> new OutgoingTargets(List.of(address)).check("url", uri))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "172.32.0.1",
                "100.128.0.1",
                "2606:4700::1111",
                "192.0.3.1",
                "203.0.114.1",
                "2001:4860::8888",
                "2001:1::1",
                "3fff:1000::1"
            })
    void letsPublicAddressesPass(String address) throws Exception {
        assertThat(OutgoingTargets.isPrivate(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "prometheus:9090",
                "ftp://a",
                "http://",
                "http://user:pw@a/",
                "http://a/?q=1",
                "http://a/#x",
                "http://a b/",
                "file:///etc/passwd"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> OutgoingTargets.parse("url", text)).isInstanceOf(AppException.class);
    }

    @Test
    void namesThatWereAllowedAreMetWhateverTheirCase() {
        assertThatCode(() -> new OutgoingTargets(List.of("LocalHost"))
                        .check("url", OutgoingTargets.parse("url", "http://LOCALHOST:9090/prom")))
                .doesNotThrowAnyException();
    }
}
