package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.spf.SpfEvaluation;
import dev.wheelhouse.core.mail.spf.SpfResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What servers say with ill will stays short and harmless in what is kept and shown. */
class HostileAnswersTest {

    @Test
    void aDetailHasNoCharactersOfControl() {
        FakeDns dns = new FakeDns().zone("example.com", "example.com TXT v=spf1 \u0000\u001b[31m\u009b\u202emx ~all");
        RecordFinding finding = Checked.finding(Checked.spf(), Checked.SETUP, dns);

        assertThat(finding.verdict().status()).isEqualTo(FAILED);
        assertThat(finding.verdict().detail())
                .contains("The term [31m mx is neither a mechanism nor a modifier")
                .doesNotContainPattern("[\\p{Cc}\\u202e]");
        assertThat(finding.spf().getFirst().evaluation().reason()).doesNotContainPattern("[\\p{Cc}\\u202e]");
    }

    @Test
    void ofThousandsOfRecordsTheFirstAreNamedAndKept() {
        String addresses = IntStream.range(0, 4000)
                .mapToObj(each -> "mail.example.com A 198.51.%d.%d".formatted(each / 250, each % 250))
                .collect(Collectors.joining("\n"));
        RecordFinding finding =
                Checked.finding(Checked.hostA(), Checked.SETUP, new FakeDns().zone("example.com", addresses));

        assertThat(finding.verdict().status()).isEqualTo(FAILED);
        assertThat(finding.verdict().detail()).hasSizeLessThan(1000).contains("and 3990 more");
        assertThat(finding.found()).hasSize(50);
    }

    @Test
    void ofALongTextTheBeginningIsNamedAndKept() {
        String text = "v=DMARC1; " + "p=x; q=y; ".repeat(5000);
        RecordFinding finding = Checked.finding(
                Checked.dmarc(), Checked.SETUP, new FakeDns().zone("example.com", "_dmarc.example.com TXT " + text));

        assertThat(finding.verdict().detail()).hasSizeLessThan(1000);
        assertThat(finding.found())
                .singleElement()
                .satisfies(found ->
                        assertThat(found).hasSizeLessThanOrEqualTo(2001).endsWith("…"));
    }

    @Test
    void ofAnSpfRecordOfThousandsOfTermsTheFirstAreKeptAndTheOneThatMatches() {
        String text = "v=spf1 " + "ip4:198.51.100.1 ".repeat(3000) + "ip4:192.0.2.1 " + "mx ".repeat(3000) + "-all";
        RecordFinding finding = Checked.finding(
                Checked.spf(), Checked.SETUP, new FakeDns().zone("example.com", "example.com TXT " + text));

        SpfEvaluation evaluation = finding.spf().getFirst().evaluation();
        assertThat(evaluation.result()).isEqualTo(SpfResult.PASS);
        assertThat(evaluation.mechanism()).isEqualTo("ip4:192.0.2.1");
        assertThat(evaluation.tree().steps()).hasSize(101);
        assertThat(evaluation.tree().steps().getLast().term()).isEqualTo("ip4:192.0.2.1");
        assertThat(evaluation.tree().record()).hasSizeLessThanOrEqualTo(1001).endsWith("…");
        assertThat(finding.verdict().detail()).hasSizeLessThan(1000);
    }

    @Test
    void aDetailHasAnEnd() {
        String targets =
                IntStream.range(0, 500).mapToObj(each -> "nobody" + each).collect(Collectors.joining(","));
        Verdict verdict = Checked.verdict(
                Checked.dmarc(),
                new FakeDns().zone("example.com", "_dmarc.example.com TXT v=DMARC1; p=none; rua=" + targets));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).hasSizeLessThanOrEqualTo(4001);
    }
}
