package dev.wheelhouse.core.mail.spf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.james.jspf.impl.SPF;
import org.junit.jupiter.api.Test;

/** Our results held against Apache jSPF's, another implementation of RFC 7208, over random zones. */
class JspfOracleTest {

    private static final List<String> NAMES =
            List.of("a.example.org", "b.example.org", "c.example.org", "mx.example.org");
    private static final List<String> CLIENTS = List.of("192.0.2.1", "198.51.100.7", "2001:db8::1");

    /**
     * But for what jSPF 1.0.5 does otherwise: it counts look-ups that find nothing in another way (RFC 7208 section 4.6.4), so
     * results with several of them, or with one beside an mx, are left out, and it refuses a record without terms, so there are none.
     */
    @Test
    void agrees() {
        Map<SpfResult, Integer> compared = new EnumMap<>(SpfResult.class);
        Property.holds(3_000, random -> {
            String zone = zone(random);
            String client = CLIENTS.get(random.nextInt(CLIENTS.size()));
            SpfEvaluation ours = new SpfEvaluator(ZoneDns.of(zone))
                    .evaluate(SpfSender.of(SpfAddress.parse(client).orElseThrow(), "example.org", "example.org"));
            if (ours.voidLookups() > (zone.contains("mx:") ? 0 : 1)) {
                return;
            }
            String theirs = new SPF(new JspfDns(ZoneDns.of(zone)))
                    .checkSPF(client, "postmaster@example.org", "example.org")
                    .getResult();
            assertThat(ours.result().wireName())
                    .as("%s with%n%s%n%s", client, zone, ours.reason())
                    .isEqualTo(theirs);
            compared.merge(ours.result(), 1, Integer::sum);
        });
        // The few cases of a landing may miss one.
        int enough = LongRun.of(-1, 50);
        for (SpfResult each :
                List.of(SpfResult.PASS, SpfResult.FAIL, SpfResult.SOFTFAIL, SpfResult.NEUTRAL, SpfResult.PERMERROR)) {
            assertThat(compared.getOrDefault(each, 0)).as(each.wireName()).isGreaterThan(enough);
        }
    }

    private static String zone(Random random) {
        List<String> lines = new ArrayList<>();
        lines.add("example.org TXT " + record(random));
        for (String name : NAMES) {
            if (random.nextInt(4) > 0) {
                lines.add(name + " TXT " + record(random));
            }
            if (random.nextInt(3) > 0) {
                lines.add(name + " A " + CLIENTS.get(random.nextInt(2)));
            }
            if (random.nextInt(3) == 0) {
                lines.add(name + " AAAA 2001:db8::" + (1 + random.nextInt(2)));
            }
            if (random.nextInt(3) == 0) {
                lines.add(name + " MX " + NAMES.get(random.nextInt(NAMES.size())));
            }
        }
        return String.join("\n", lines);
    }

    private static String record(Random random) {
        return "v=spf1 "
                + IntStream.range(0, 1 + random.nextInt(5))
                        .mapToObj(_ -> term(random))
                        .collect(Collectors.joining(" "))
                + List.of("", " -all", " ~all", " ?all", " redirect=" + name(random))
                        .get(random.nextInt(5));
    }

    private static String name(Random random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private static String term(Random random) {
        String qualifier = List.of("", "", "", "+", "-", "~", "?").get(random.nextInt(7));
        return qualifier
                + switch (random.nextInt(8)) {
                    case 0 -> "a:" + name(random);
                    case 1 -> "mx:" + name(random);
                    case 2 -> "include:" + name(random);
                    case 3 -> "ip4:192.0.2.0/" + random.nextInt(33);
                    case 4 -> "ip6:2001:db8::/" + (1 + random.nextInt(128));
                    case 5 -> "exists:" + name(random);
                    case 6 -> "a:" + name(random) + "/" + random.nextInt(33);
                    default -> random.nextInt(5) == 0 ? "ipv4:192.0.2.1" : "exists:%{d1}.example.org";
                };
    }
}
