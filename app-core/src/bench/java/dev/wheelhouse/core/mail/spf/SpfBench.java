package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.james.jspf.impl.SPF;

/** Evaluations a second of a record as companies have them, against Apache jSPF's with the same answers from memory. */
public final class SpfBench {

    private static final int ROUNDS = 7;
    private static final int WARM_UPS = 4;
    private static final int EVALUATIONS = 20_000;
    private static final String CLIENT = "198.51.100.200";

    /** The client is in the last network of the last include. */
    private static final Map<String, String> TEXTS = Map.of(
            "example.org",
            "v=spf1 a mx ip4:192.0.2.0/26 include:_spf.one.example include:_spf.two.example ~all",
            "_spf.one.example",
            "v=spf1 ip4:203.0.113.0/25 ip4:203.0.113.128/26 ip6:2001:db8:1::/48 include:_spf.three.example -all",
            "_spf.three.example",
            "v=spf1 ip4:192.0.2.64/26 ip4:192.0.2.128/26 -all",
            "_spf.two.example",
            "v=spf1 ip6:2001:db8:2::/48 ip4:198.51.100.0/25 ip4:198.51.100.128/25 -all");

    private SpfBench() {}

    private static List<String> values(SpfDns.Type type, String name) {
        return switch (type) {
            case TXT -> TEXTS.containsKey(name) ? List.of(TEXTS.getOrDefault(name, "")) : List.of();
            case A -> name.equals("example.org") || name.equals("mx.example.org") ? List.of("192.0.2.70") : List.of();
            case MX -> name.equals("example.org") ? List.of("mx.example.org") : List.of();
            case AAAA, PTR -> List.of();
        };
    }

    public static List<Measurement> run() {
        SpfDns dns = (type, name) -> SpfAnswer.of(values(type, name));
        SpfEvaluator ours = new SpfEvaluator(dns);
        SpfSender sender = SpfSender.of(SpfAddress.parse(CLIENT).orElseThrow(), "example.org", "mail.example.org");
        SPF theirs = new SPF(new JspfDns(dns));
        List<Double> our = new ArrayList<>();
        List<Double> their = new ArrayList<>();
        for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
            double one = perSecond(() -> ours.evaluate(sender).result().wireName());
            double other = perSecond(() -> theirs.checkSPF(CLIENT, "postmaster@example.org", "mail.example.org")
                    .getResult());
            if (round >= WARM_UPS) {
                our.add(one);
                their.add(other);
            }
        }
        return List.of(Measurement.atLeast(
                "mail-spf",
                "SPF evaluations with the tree of look-ups",
                new Repetitions(our),
                "1/s",
                new Repetitions(their),
                2,
                "4 records, 5 look-ups, DNS from memory; Apache jSPF 1.0.5"));
    }

    private interface Evaluation {
        String result();
    }

    private static double perSecond(Evaluation evaluation) {
        long start = System.nanoTime();
        for (int i = 0; i < EVALUATIONS; i++) {
            if (!evaluation.result().equals("pass")) {
                throw new IllegalStateException("It has to pass");
            }
        }
        return EVALUATIONS / ((System.nanoTime() - start) / 1e9);
    }
}
