package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.FAIL;
import static dev.wheelhouse.core.mail.spf.SpfResult.PASS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 7208: appendix A and section 7.4. */
class SpfExamplesTest {

    private static final String ZONE = """
        example.com MX mail-a.example.com
        example.com MX mail-b.example.com
        example.com A 192.0.2.10
        example.com A 192.0.2.11
        amy.example.com A 192.0.2.65
        bob.example.com A 192.0.2.66
        mail-a.example.com A 192.0.2.129
        mail-b.example.com A 192.0.2.130
        example.org MX mail-c.example.org
        mail-c.example.org A 192.0.2.140
        10.2.0.192.in-addr.arpa PTR example.com
        11.2.0.192.in-addr.arpa PTR example.com
        65.2.0.192.in-addr.arpa PTR amy.example.com
        66.2.0.192.in-addr.arpa PTR bob.example.com
        129.2.0.192.in-addr.arpa PTR mail-a.example.com
        130.2.0.192.in-addr.arpa PTR mail-b.example.com
        140.2.0.192.in-addr.arpa PTR mail-c.example.org
        4.0.0.10.in-addr.arpa PTR bob.example.com
        """;

    @ParameterizedTest
    @CsvSource({
        "+all, 203.0.113.1, PASS",
        "a -all, 192.0.2.10, PASS",
        "a -all, 192.0.2.11, PASS",
        "a -all, 192.0.2.65, FAIL",
        "a:example.org -all, 192.0.2.140, FAIL",
        "mx -all, 192.0.2.129, PASS",
        "mx -all, 192.0.2.130, PASS",
        "mx -all, 192.0.2.10, FAIL",
        "mx:example.org -all, 192.0.2.140, PASS",
        "mx mx:example.org -all, 192.0.2.130, PASS",
        "mx mx:example.org -all, 192.0.2.140, PASS",
        "mx/30 mx:example.org/30 -all, 192.0.2.131, PASS",
        "mx/30 mx:example.org/30 -all, 192.0.2.143, PASS",
        "mx/30 mx:example.org/30 -all, 192.0.2.132, FAIL",
        "ptr -all, 192.0.2.65, PASS",
        "ptr -all, 192.0.2.140, FAIL",
        "ptr -all, 10.0.0.4, FAIL",
        "ip4:192.0.2.128/28 -all, 192.0.2.65, FAIL",
        "ip4:192.0.2.128/28 -all, 192.0.2.129, PASS"
    })
    void simpleExamples(String terms, String client, SpfResult expected) {
        ZoneDns dns = ZoneDns.of(ZONE + "example.com TXT v=spf1 " + terms);

        assertThat(evaluate(dns, client, "example.com").result()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "example.org, 192.0.2.129, PASS",
        "example.org, 198.51.100.7, PASS",
        "example.org, 203.0.113.9, FAIL",
        "la.example.org, 192.0.2.129, PASS",
        "la.example.org, 203.0.113.9, FAIL"
    })
    void multipleDomains(String domain, String client, SpfResult expected) {
        ZoneDns dns = ZoneDns.of(ZONE + """
            example.com TXT v=spf1 mx -all
            example.net TXT v=spf1 ip4:198.51.100.0/24 -all
            example.org TXT v=spf1 include:example.com include:example.net -all
            la.example.org TXT v=spf1 redirect=example.org
            """);

        assertThat(evaluate(dns, client, domain).result()).isEqualTo(expected);
    }

    @Test
    void usersOnTheRoad() {
        ZoneDns dns = ZoneDns.of(ZONE + """
            example.com TXT v=spf1 mx include:mobile-users._spf.%{d} include:remote-users._spf.%{d} -all
            mobile-users._spf.example.com TXT v=spf1 exists:%{l1r+}.%{d}
            mary.mobile-users._spf.example.com A 127.0.0.2
            remote-users._spf.example.com TXT v=spf1 exists:%{ir}.%{l1r+-}.%{d}
            15.15.168.192.joel.remote-users._spf.example.com A 127.0.0.2
            """);
        SpfAddress client = address("192.168.15.15");
        SpfEvaluator evaluator = new SpfEvaluator(dns);

        assertThat(evaluator.evaluate(sender(client, "mary+list")).result()).isEqualTo(PASS);
        assertThat(evaluator.evaluate(sender(client, "joel-x")).result()).isEqualTo(PASS);
        assertThat(evaluator.evaluate(sender(client, "fred")).result()).isEqualTo(FAIL);
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.65, PASS", "192.0.2.140, FAIL", "10.0.0.4, FAIL"})
    void allOfSeveralRequirements(String client, SpfResult expected) {
        ZoneDns dns = ZoneDns.of(ZONE + """
            example.com TXT v=spf1 -include:ip4._spf.%{d} -include:ptr._spf.%{d} +all
            ip4._spf.example.com TXT v=spf1 -ip4:192.0.2.0/24 +all
            ptr._spf.example.com TXT v=spf1 -ptr:example.com +all
            """);

        assertThat(evaluate(dns, client, "example.com").result()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "%{s}, strong-bad@email.example.com",
        "%{o}, email.example.com",
        "%{d}, email.example.com",
        "%{d4}, email.example.com",
        "%{d3}, email.example.com",
        "%{d2}, example.com",
        "%{d1}, com",
        "%{dr}, com.example.email",
        "%{d2r}, example.email",
        "%{l}, strong-bad",
        "%{l-}, strong.bad",
        "%{lr}, strong-bad",
        "%{lr-}, bad.strong",
        "%{l1r-}, strong",
        "%{p}, mx.example.org",
        "%{ir}.%{v}._spf.%{d2}, 3.2.0.192.in-addr._spf.example.com",
        "%{lr-}.lp._spf.%{d2}, bad.strong.lp._spf.example.com",
        "%{lr-}.lp.%{ir}.%{v}._spf.%{d2}, bad.strong.lp.3.2.0.192.in-addr._spf.example.com",
        "%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}, 3.2.0.192.in-addr.strong.lp._spf.example.com",
        "%{d2}.trusted-domains.example.net, example.com.trusted-domains.example.net"
    })
    void macros(String text, String expected) {
        assertThat(expand(text, "192.0.2.3")).isEqualTo(expected);
    }

    /** Several delimiters, and parts counted after the reversal. */
    @ParameterizedTest
    @CsvSource({
        "%{l2r-}, philip-gladstone-test, gladstone.philip",
        "%{l2r+-}, foo-bar+zip+quux, bar.foo",
        "%{l9}, a.b, a.b",
        "%{l1-}, a.b-c.d, c.d",
        "%{L}, a/b~c, a%2Fb~c",
        "%{l/}, a/b, a.b"
    })
    void partsOfLocalParts(String text, String localPart, String expected) {
        assertThat(expand(text, "192.0.2.3", localPart)).isEqualTo(expected);
    }

    @Test
    void macrosOfIpv6() {
        assertThat(expand("%{ir}.%{v}._spf.%{d2}", "2001:db8::cb01"))
                .isEqualTo("1.0.b.c." + "0.".repeat(20) + "8.b.d.0.1.0.0.2.ip6._spf.example.com");
    }

    private static String expand(String text, String client) {
        return expand(text, client, "strong-bad");
    }

    private static String expand(String text, String client, String localPart) {
        ZoneDns dns = ZoneDns.of("""
            3.2.0.192.in-addr.arpa PTR mx.example.org
            mx.example.org A 192.0.2.3
            """);
        SpfSender sender = new SpfSender(
                address(client), "email.example.com", localPart, "mx.example.org", "mx.example.net", Instant.EPOCH);
        SpfQuestions.Asked asked = new SpfQuestions(dns).new Asked();
        return MacroString.parseDomain(text).expandName(new SpfMatching(sender).values("email.example.com", asked));
    }

    private static SpfEvaluation evaluate(SpfDns dns, String client, String domain) {
        return new SpfEvaluator(dns).evaluate(SpfSender.of(address(client), domain, "helo.example.net"));
    }

    private static SpfSender sender(SpfAddress client, String localPart) {
        return new SpfSender(client, "example.com", localPart, "helo.example.net", "mx.example.net", Instant.EPOCH);
    }

    private static SpfAddress address(String text) {
        return SpfAddress.parse(text).orElseThrow();
    }
}
