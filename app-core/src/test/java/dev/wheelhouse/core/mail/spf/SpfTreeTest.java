package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.NEUTRAL;
import static dev.wheelhouse.core.mail.spf.SpfResult.PASS;
import static dev.wheelhouse.core.mail.spf.SpfResult.PERMERROR;
import static dev.wheelhouse.core.mail.spf.SpfResult.SOFTFAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.spf.SpfStep.Status;
import dev.wheelhouse.core.testing.Property;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of RFC 7208 section 4.6.4, and the tree of look-ups with what was not evaluated. */
class SpfTreeTest {

    private static final SpfSender SENDER =
            SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "example.org", "helo.example.net");

    @Test
    void keepsWhatWasAskedAndAnswered() {
        SpfEvaluation evaluation = evaluate(
                """
                example.org TXT v=spf1 foo=bar mx include:other.example exists:more.example ~all
                example.org MX mail.example.org
                mail.example.org A 192.0.2.9
                other.example TXT v=spf1 a ip4:192.0.2.0/24 a:last.example -all
                """);

        assertThat(evaluation.result()).isEqualTo(PASS);
        assertThat(evaluation.mechanism()).isEqualTo("include:other.example");
        assertThat(evaluation.reason()).isEqualTo("192.0.2.1 matches include:other.example in the record of example.org.");
        assertThat(evaluation.lookups()).isEqualTo(3);
        assertThat(evaluation.mostLookups()).isEqualTo(3);
        assertThat(evaluation.voidLookups()).isEqualTo(1);
        assertThat(drawn(evaluation.tree()))
                .isEqualTo(
                        """
                example.org PASS
                  foo=bar not_evaluated 0
                  mx not_matched 1 example.org: MX example.org = [mail.example.org], A mail.example.org = [192.0.2.9]
                  include:other.example matched 1 other.example
                    other.example PASS
                      a not_matched 1 other.example: A other.example = []
                      ip4:192.0.2.0/24 matched 0
                      a:last.example not_evaluated 0
                      -all not_evaluated 0
                  exists:more.example not_evaluated 0
                  ~all not_evaluated 0
                """);
    }

    @Test
    void countsBehindTheMatchWhatTheWholeRecordCosts() {
        String zone =
                """
                example.org TXT v=spf1 ip4:192.0.2.1 include:other.example mx redirect=last.example
                other.example TXT v=spf1 a exists:%{i}.example ptr -all a
                last.example TXT v=spf1 a mx include:example.org
                """;
        ZoneDns dns = ZoneDns.of(zone);

        SpfEvaluation evaluation = new SpfEvaluator(dns).explore(SENDER);

        assertThat(evaluation.result()).isEqualTo(PASS);
        assertThat(evaluation.lookups()).isZero();
        assertThat(evaluation.mostLookups()).isEqualTo(9);
        assertThat(evaluation.isNearLimit()).isTrue();
        assertThat(evaluation.voidLookups()).isZero();
        assertThat(dns.questions()).containsExactly("TXT example.org", "TXT other.example", "TXT last.example");
        assertThat(drawn(evaluation.tree()))
                .isEqualTo(
                        """
                example.org PASS
                  ip4:192.0.2.1 matched 0
                  include:other.example counted 1 other.example
                    other.example null
                      a counted 1
                      exists:%{i}.example counted 1
                      ptr counted 1
                      -all not_evaluated 0
                      a not_evaluated 0
                  mx counted 1
                  redirect=last.example counted 1 last.example
                    last.example null
                      a counted 1
                      mx counted 1
                      include:example.org counted 1 example.org
                """);
        assertThat(evaluate(zone).lookups()).isZero();
    }

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

        SpfEvaluation explored =
                new SpfEvaluator(ZoneDns.of(zone.formatted("a a include:x.example -all") + "\nx.example TXT v=spf1 a mx"))
                        .explore(SENDER);
        assertThat(explored.result()).isEqualTo(PERMERROR);
        assertThat(explored.lookups()).isEqualTo(10);
        assertThat(explored.mostLookups()).isEqualTo(15);
    }

    @Test
    void countsTheTermsOfIncludesAndRedirects() {
        String zone =
                """
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
        String hosts = lines(10, i -> "example.org MX mail%d.example\nmail%d.example A 192.0.2.%d".formatted(i, i, 50 + i));
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

        assertThat(evaluate(addresses + "\nexample.org TXT v=spf1 a -all").result()).isEqualTo(PASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"include:example.org", "include:EXAMPLE.org.", "redirect=%{d}", "include:two.example", "redirect=two.example"})
    void saysWhichRecordLeadsToItself(String term) {
        SpfEvaluation evaluation =
                evaluate("two.example TXT v=spf1 include:example.org\nexample.org TXT v=spf1 ip4:192.0.2.9 " + term);

        assertThat(evaluation.result()).isEqualTo(PERMERROR);
        assertThat(evaluation.reason())
                .isIn(
                        "The record of example.org includes itself.",
                        "The record of example.org redirects to itself.",
                        "The record of example.org includes itself by way of two.example.");
    }

    @Test
    void anErrorIsShownWhereItStands() {
        SpfEvaluation evaluation = evaluate("example.org TXT v=spf1 +all ip4:192.0.2 a");

        assertThat(evaluation.reason())
                .isEqualTo("The record of example.org has an error: The term ip4:192.0.2 has no valid IPv4 address.");
        assertThat(evaluation.tree().steps())
                .extracting(SpfStep::status)
                .containsExactly(Status.NOT_EVALUATED, Status.STOPPED, Status.NOT_EVALUATED);
        assertThat(evaluation.mechanism()).isNull();
    }

    @Test
    void manyMacrosOfTheClientsNameAskOnce() {
        ZoneDns dns = new ZoneDns();
        dns.add("example.org", SpfDns.Type.TXT, "v=spf1 " + "exists:%{p}%{p}.%{p}.example.org ".repeat(3));

        new SpfEvaluator(dns).evaluate(SENDER);

        assertThat(dns.questions()).filteredOn(each -> each.startsWith("PTR")).hasSize(1);
    }

    /** Whatever records say: it ends, within the limits, and exploring changes no result. */
    @Test
    void staysWithinItsLimits() {
        Property.holds(3_000, random -> {
            ZoneDns dns = randomZone(random);
            SpfEvaluation evaluation = new SpfEvaluator(dns).evaluate(SENDER);
            int questions = dns.questions().size();
            SpfEvaluation explored = new SpfEvaluator(dns).explore(SENDER);

            assertThat(evaluation.lookups()).isBetween(0, SpfEvaluation.MOST_LOOKUPS);
            assertThat(evaluation.voidLookups()).isBetween(0, SpfEvaluation.MOST_VOID_LOOKUPS + 1);
            assertThat(questions).isLessThanOrEqualTo(1 + SpfEvaluation.MOST_LOOKUPS * 11 + 11 + 1);
            assertThat(cost(evaluation.tree()))
                    .isBetween(evaluation.lookups(), evaluation.lookups() + (evaluation.result() == PERMERROR ? 1 : 0));
            assertThat(explored.result()).isEqualTo(evaluation.result());
            assertThat(explored.lookups()).isEqualTo(evaluation.lookups());
            assertThat(explored.mostLookups())
                    .isBetween(evaluation.lookups(), SpfEvaluator.MOST_EXPLORED)
                    .isLessThanOrEqualTo(cost(explored.tree()));
        });
    }

    @Test
    void garbageNeverThrows() {
        String alphabet = "%{}:/=.-+~?_ aAdlpsiv0139\t\u00fcmx";
        Property.holds(20_000, random -> {
            String garbage = random.ints(random.nextInt(60), 0, alphabet.length())
                    .mapToObj(i -> alphabet.substring(i, i + 1))
                    .collect(Collectors.joining());
            ZoneDns dns = new ZoneDns();
            dns.add("example.org", SpfDns.Type.TXT, "v=spf1 " + garbage);

            assertThat(new SpfEvaluator(dns).explore(SENDER).reason()).endsWith(".");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"%{l}", "a:%{l}.example ", "a:x", "a/1", "/", ":", "%", "a:%{l--------", "a:%{d1111111}"})
    void longRecordsAreReadInTime(String part) {
        ZoneDns dns = new ZoneDns();
        dns.add("example.org", SpfDns.Type.TXT, "v=spf1 a:" + part.repeat(65_000 / part.length()));

        assertThat(new SpfEvaluator(dns).explore(SENDER).result()).isIn(PERMERROR, NEUTRAL);
    }

    private static final List<String> NAMES = List.of("example.org", "b.example", "c.example", "d.example", "e.example");

    private static ZoneDns randomZone(Random random) {
        ZoneDns dns = new ZoneDns();
        for (String name : NAMES) {
            int terms = random.nextInt(7);
            String record = IntStream.range(0, terms).mapToObj(_ -> term(random)).collect(Collectors.joining(" "));
            if (random.nextInt(20) > 0) {
                dns.add(name, SpfDns.Type.TXT, "v=spf1 " + record);
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                dns.add(name, SpfDns.Type.A, "192.0.2." + random.nextInt(1, 60));
            }
            for (int i = random.nextInt(12); i > 0; i--) {
                dns.add(name, SpfDns.Type.MX, NAMES.get(random.nextInt(NAMES.size())));
                dns.add("1.2.0.192.in-addr.arpa", SpfDns.Type.PTR, NAMES.get(random.nextInt(NAMES.size())));
            }
            if (random.nextInt(30) == 0) {
                dns.add(name + " FAILS");
            }
        }
        return dns;
    }

    private static String term(Random random) {
        String name = random.nextInt(8) == 0 ? "%{p}" : NAMES.get(random.nextInt(NAMES.size()));
        String qualifier = List.of("", "-", "~", "?").get(random.nextInt(4));
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> qualifier + "include:" + name;
            case 4, 5 -> qualifier + "a:" + name;
            case 6, 7 -> qualifier + "mx:" + name;
            case 8 -> qualifier + "ptr:" + name;
            case 9 -> qualifier + "exists:" + name;
            case 10 -> "redirect=" + name;
            case 11 -> "exp=" + name;
            case 12 -> qualifier + "ip4:192.0.2.0/" + random.nextInt(20, 33);
            default -> random.nextInt(4) == 0 ? qualifier + "all" : qualifier + "a";
        };
    }

    private static int cost(SpfNode node) {
        return node.steps().stream()
                .mapToInt(each -> each.cost() + (each.child() == null ? 0 : cost(each.child())))
                .sum();
    }

    private static String drawn(SpfNode node) {
        StringBuilder lines = new StringBuilder(node.domain() + " " + node.result() + "\n");
        for (SpfStep each : node.steps()) {
            lines.append("  %s %s %d".formatted(each.term(), each.status().wireName(), each.cost()));
            lines.append(each.target() == null ? "" : " " + each.target());
            lines.append(each.lookups().stream()
                    .map(asked -> asked.type() + " " + asked.name() + " = " + asked.answer().values())
                    .collect(Collectors.joining(", ", each.lookups().isEmpty() ? "" : ": ", "")));
            lines.append('\n');
            if (each.child() != null) {
                lines.append(drawn(each.child()).indent(4));
            }
        }
        return lines.toString();
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n"));
    }

    private static SpfEvaluation evaluate(String zone) {
        return new SpfEvaluator(ZoneDns.of(zone)).evaluate(SENDER);
    }
}
