package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingTargetsTest {

    private static final String PUBLIC = "93.184.216.34";

    private static List<InetAddress> addresses(List<String> allowed, String url, String... answers) throws IOException {
        UrlHost host = Endpoint.of("url", URI.create(url)).host();
        return new OutgoingTargets(() -> allowed)
                .addresses(
                        "url",
                        host,
                        _ -> Arrays.stream(answers).map(InetAddress::ofLiteral).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1",
                "http://127.0.0.1./",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0X7F.1/",
                "http://127.1:80/",
                "http://0177.0.0.1/",
                "http://017700000001/",
                "http://１２７．０．０．１/",
                "http://①②⑦.0.0.1/",
                "http://127。0。0。1/",
                "http://0/",
                "http://[::1]:9090/",
                "http://[0:0:0:0:0:0:0:1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://[::127.0.0.1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[2002:7f00:1::]/",
                "http://[2001::7f00:1]/",
                "http://[FE80::1]/",
                "http://169.254.169.254/latest/meta-data",
                "http://localhost/",
                "http://LOCALHOST./",
                "http://ｌｏｃａｌｈｏｓｔ/",
                "http://any.localhost:8080/"
            })
    void refusesEveryNotationOfThisMachineAndItsNetwork(String url) {
        assertThatThrownBy(() -> addresses(List.of(), url, PUBLIC))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(problem(e).privateHost())
                                .isEqualTo(Endpoint.of("url", URI.create(url))
                                        .host()
                                        .text()));
        URI typed = OutgoingTargets.parse("url", url);
        assertThatThrownBy(() -> addresses(List.of(), typed.toString(), PUBLIC)).isInstanceOf(AppException.class);
    }

    private static FieldProblem problem(AppException refused) {
        assertThat(refused.errorCode().code()).isEqualTo("validation_failed");
        return ((FieldProblems) refused.details()).errors().getFirst();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://[fe80::1%25eth0]/",
                "http://[2606:4700::1111%251]/",
                "http://127.0.0.1.5/",
                "http://a.0x7fffffffff/",
                "http://256.256.256.256/",
                "http://%31%32%37.0.0.1/",
                "http://127.0.0.1@example.com/",
                "http://example.com:70000/",
                "http://example.com:0/",
                "http://example.com:1:2/",
                "http://a..b/",
                "http://./",
                "http://[v1.a]/"
            })
    void refusesWhatNamesNoHost(String url) {
        assertThatThrownBy(() -> OutgoingTargets.parse("url", url)).isInstanceOf(AppException.class);
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
                "http:a",
                "file:///etc/passwd"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> OutgoingTargets.parse("url", text)).isInstanceOf(AppException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "https://Example.COM.:443/a?b=c%20d, https://example.com/a?b=c%20d",
        "http://example.com, http://example.com",
        "http://example.com:9090/prom/, http://example.com:9090/prom/",
        "http://bücher.example/ä, http://xn--bcher-kva.example/%C3%A4",
        "http://134744072:81/, http://8.8.8.8:81/",
        "http://[2606:4700:0::1111]:8080/, http://[2606:4700:0:0:0:0:0:1111]:8080/",
        "http://my_shop:80/, http://my_shop/",
    })
    void writesAnAddressInOneForm(String text, String expected) {
        assertThat(OutgoingTargets.parseWithQuery("url", text)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "LocalHost, http://LOCALHOST:9090/prom",
        "127.0.0.1, http://2130706433/",
        "0x7f.1, http://127.0.0.1/",
        "::1, http://[0:0:0:0:0:0:0:1]/",
        "[::1], http://[::1]/",
        "prometheus.internal., http://Prometheus.internal/",
    })
    void reachesPrivateHostsThatAreAllowedByName(String allowed, String url) throws IOException {
        assertThat(addresses(List.of("other", allowed), url, "10.0.0.1")).hasSize(1);
    }

    @Test
    void refusesANameOfWhichOneAddressIsPrivate() throws IOException {
        assertThat(addresses(List.of(), "https://two.example", PUBLIC, "2606:4700::1111"))
                .hasSize(2);
        assertThatThrownBy(() -> addresses(List.of("10.0.0.1"), "https://two.example", PUBLIC, "10.0.0.1"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("\"two.example\" to the private hosts");
    }

    @Test
    void aNameWithoutAddressesDoesNotResolve() {
        assertThatExceptionOfType(UnknownHostException.class)
                .isThrownBy(() -> addresses(List.of(), "https://none.example"));
    }

    @Test
    void asksForTheAllowedHostsEveryTime() throws IOException {
        AtomicReference<List<String>> allowed = new AtomicReference<>(List.of());
        OutgoingTargets targets = new OutgoingTargets(allowed::get);
        UrlHost host = UrlHost.read("10.1.2.3").orElseThrow();
        assertThatThrownBy(() -> targets.addresses("url", host, AddressResolver.SYSTEM))
                .isInstanceOf(AppException.class);
        allowed.set(List.of("10.1.2.3"));
        assertThat(targets.addresses("url", host, AddressResolver.SYSTEM)).hasSize(1);
    }
}
