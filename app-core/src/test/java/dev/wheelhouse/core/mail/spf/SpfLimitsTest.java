package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.NEUTRAL;
import static dev.wheelhouse.core.mail.spf.SpfResult.PASS;
import static dev.wheelhouse.core.mail.spf.SpfResult.PERMERROR;
import static dev.wheelhouse.core.mail.spf.SpfResult.SOFTFAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.spf.SpfStep.Status;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limits of RFC 7208 section 4.6.4. */
class SpfLimitsTest {

    private static final SpfSender SENDER =
            SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "example.org", "helo.example.net");

    @Test
    void allowsTenLookUpsAndNoMore() {
        String zone = "example.org A 192.0.2.9\nexample.org TXT v=spf1 " + "a ".repeat(10) + "%s";

        SpfEvaluation atLimit = evaluate(zone.formatted("ip4:192.0.2.1 a -all"));
        assertThat(atLimit.result()).isEqualTo(PASS);
        assertThat(atLimit.lookups()).isEqualTo(10);

        SpfEvaluation over = evaluate(zone.formatted("a ip4:192.0.2.1 -all"));
        assertThat(over.result()).isEqualTo(PERMERROR);
        assertThat(over.reason()).isEqualTo("The record needs more than 10 look-ups.");
        assertThat(over.lookups()).isEqualTo(10);
        assertThat(over.tree().steps().get(10).status()).isEqualTo(Status.STOPPED);

        SpfEvaluation explored = new SpfEvaluator(
                        ZoneDns.of(zone.formatted("a a include:x.example -all") + "\nx.example TXT v=spf1 a mx"))
                .explore(SENDER);
        assertThat(explored.result()).isEqualTo(PERMERROR);
        assertThat(explored.lookups()).isEqualTo(10);
        assertThat(explored.mostLookups()).isEqualTo(15);
    }

    @Test
    void countsTheTermsOfIncludesAndRedirects() {
        String zone = """
            example.org A 192.0.2.9
            example.org TXT v=spf1 a include:inc.example redirect=re.example
            inc.example A 192.0.2.9
            inc.example TXT v=spf1 a a a a a a
            re.example A 192.0.2.1
            re.example TXT v=spf1 a
            """;
        assertThat(evaluate(zone).result()).isEqualTo(PASS);
        assertThat(evaluate(zone).lookups()).isEqualTo(10);
        assertThat(evaluate(zone.replace("a a a", "a a a a")).result()).isEqualTo(PERMERROR);
    }

    @Test
    void twoLookUpsMayFindNothing() {
        SpfEvaluation two = evaluate("example.org TXT v=spf1 a:a.example mx:b.example ?all");
        assertThat(two.result()).isEqualTo(NEUTRAL);
        assertThat(two.voidLookups()).isEqualTo(2);

        SpfEvaluation three = evaluate("example.org TXT v=spf1 a:a.example mx:b.example exists:c.example ?all");
        assertThat(three.result()).isEqualTo(PERMERROR);
        assertThat(three.voidLookups()).isEqualTo(3);
        assertThat(three.reason())
                .isEqualTo("More than 2 look-ups found nothing, the last one for the A records of c.example.");
    }

    @Test
    void anExplanationThatIsMissingIsNoVoidLookUp() {
        SpfEvaluation evaluation = evaluate("example.org TXT v=spf1 a:a.example a:b.example exp=c.example -all");

        assertThat(evaluation.result()).isEqualTo(SpfResult.FAIL);
        assertThat(evaluation.voidLookups()).isEqualTo(2);
    }

    @Test
    void elevenMailHostsAreTooMany() {
        String hosts =
                lines(10, i -> "example.org MX mail%d.example\nmail%d.example A 192.0.2.%d".formatted(i, i, 50 + i));
        String record = "\nexample.org TXT v=spf1 mx ~all\n";

        assertThat(evaluate(hosts + record).result()).isEqualTo(SOFTFAIL);
        SpfEvaluation eleven = evaluate(hosts + record + "example.org MX last.example\nlast.example A 192.0.2.1");
        assertThat(eleven.result()).isEqualTo(PERMERROR);
        assertThat(eleven.reason()).isEqualTo("example.org has 11 MX records; SPF allows 10.");
    }

    @Test
    void onlyTenNamesOfAClientAreLookedAt() {
        String names = lines(10, i -> "1.2.0.192.in-addr.arpa PTR host%d.example.net".formatted(i));
        String zone = "example.org TXT v=spf1 ptr -all\nmail.example.org A 192.0.2.1\n%s";
        String right = "1.2.0.192.in-addr.arpa PTR mail.example.org";

        assertThat(evaluate(zone.formatted(names + "\n" + right)).result()).isEqualTo(SpfResult.FAIL);
        assertThat(evaluate(zone.formatted(right + "\n" + names)).result()).isEqualTo(PASS);
    }

    @Test
    void anAddressListHasNoLimit() {
        String addresses = lines(40, i -> "example.org A 192.0.2.%d".formatted(40 - i));

        assertThat(evaluate(addresses + "\nexample.org TXT v=spf1 a -all").result())
                .isEqualTo(PASS);
    }

    @Test
    void manyMacrosOfTheClientsNameAskOnce() {
        ZoneDns dns = new ZoneDns();
        dns.add("example.org", SpfDns.Type.TXT, "v=spf1 " + "exists:%{p}%{p}.%{p}.example.org ".repeat(3));

        new SpfEvaluator(dns).evaluate(SENDER);

        assertThat(dns.questions()).filteredOn(each -> each.startsWith("PTR")).hasSize(1);
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n"));
    }

    private static SpfEvaluation evaluate(String zone) {
        return new SpfEvaluator(ZoneDns.of(zone)).evaluate(SENDER);
    }
}
