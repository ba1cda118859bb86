package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.NEUTRAL;
import static dev.wheelhouse.core.mail.spf.SpfResult.PERMERROR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for any record. */
class SpfPropertyTest {

    private static final SpfSender SENDER =
            SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "example.org", "helo.example.net");

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

    private static final List<String> NAMES =
            List.of("example.org", "b.example", "c.example", "d.example", "e.example");

    private static ZoneDns randomZone(Random random) {
        ZoneDns dns = new ZoneDns();
        for (String name : NAMES) {
            int terms = random.nextInt(7);
            String record =
                    IntStream.range(0, terms).mapToObj(_ -> term(random)).collect(Collectors.joining(" "));
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
}
