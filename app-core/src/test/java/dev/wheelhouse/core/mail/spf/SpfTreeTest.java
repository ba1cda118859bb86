package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.PASS;
import static dev.wheelhouse.core.mail.spf.SpfResult.PERMERROR;
import static dev.wheelhouse.core.mail.spf.SpfResult.SOFTFAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.spf.SpfStep.Status;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree of look-ups, with what was not evaluated, and what it says about errors. */
class SpfTreeTest {

    private static final SpfSender SENDER =
            SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "example.org", "helo.example.net");

    @Test
    void keepsWhatWasAskedAndAnswered() {
        SpfEvaluation evaluation = evaluate("""
            example.org TXT v=spf1 foo=bar mx include:other.example exists:more.example ~all
            example.org MX mail.example.org
            mail.example.org A 192.0.2.9
            other.example TXT v=spf1 a ip4:192.0.2.0/24 a:last.example -all
            """);

        assertThat(evaluation.result()).isEqualTo(PASS);
        assertThat(evaluation.mechanism()).isEqualTo("include:other.example");
        assertThat(evaluation.reason())
                .isEqualTo("192.0.2.1 matches include:other.example in the record of example.org.");
        assertThat(evaluation.lookups()).isEqualTo(3);
        assertThat(evaluation.mostLookups()).isEqualTo(3);
        assertThat(evaluation.voidLookups()).isEqualTo(1);
        assertThat(drawn(evaluation.tree())).isEqualTo("""
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
        String zone = """
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
        assertThat(drawn(evaluation.tree())).isEqualTo("""
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "include:example.org",
                "include:EXAMPLE.org.",
                "redirect=%{d}",
                "include:two.example",
                "redirect=two.example"
            })
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
    void aRedirectBesideAllCostsNothing() {
        ZoneDns dns = ZoneDns.of("example.org TXT v=spf1 redirect=two.example a ~all mx");

        SpfEvaluation evaluation = new SpfEvaluator(dns).explore(SENDER);

        assertThat(evaluation.result()).isEqualTo(SOFTFAIL);
        assertThat(evaluation.mostLookups()).isEqualTo(1);
        assertThat(dns.questions()).containsExactly("TXT example.org", "A example.org");
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

    private static String drawn(SpfNode node) {
        StringBuilder lines = new StringBuilder(node.domain() + " " + node.result() + "\n");
        for (SpfStep each : node.steps()) {
            lines.append("  %s %s %d".formatted(each.term(), each.status().wireName(), each.cost()));
            lines.append(each.target() == null ? "" : " " + each.target());
            lines.append(each.lookups().stream()
                    .map(asked -> asked.type() + " " + asked.name() + " = "
                            + asked.answer().values())
                    .collect(Collectors.joining(", ", each.lookups().isEmpty() ? "" : ": ", "")));
            lines.append('\n');
            if (each.child() != null) {
                lines.append(drawn(each.child()).indent(4));
            }
        }
        return lines.toString();
    }

    private static SpfEvaluation evaluate(String zone) {
        return new SpfEvaluator(ZoneDns.of(zone)).evaluate(SENDER);
    }
}
