package dev.wheelhouse.core.mail.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpfMergeTest {

    private static String merged(String record, String... terms) {
        return SpfMerge.merged(List.of(record), List.of(terms));
    }

    @Test
    void termsComeBeforeAllAndBeforeRedirect() {
        assertThat(merged("v=spf1 a ~all", "mx")).isEqualTo("v=spf1 a mx ~all");
        assertThat(merged("v=spf1 redirect=_spf.x.net", "mx")).isEqualTo("v=spf1 mx redirect=_spf.x.net");
        assertThat(merged("v=spf1 exp=why.x.net a -all", "mx")).isEqualTo("v=spf1 a mx -all exp=why.x.net");
        assertThat(merged("v=spf1", "mx")).isEqualTo("v=spf1 mx");
    }

    @Test
    void aTermThatIsThereIsNotRepeated() {
        assertThat(merged("V=SPF1 +MX a -all", "mx")).isEqualTo("v=spf1 +MX a -all");
    }

    @Test
    void redirectIsLeftOutWhereAllComesOfAnother() {
        assertThat(SpfMerge.merged(List.of("v=spf1 redirect=x.net", "v=spf1 a -all"), List.of("mx")))
                .isEqualTo("v=spf1 a mx -all");
    }

    @Test
    void onlyWhatLetsSomethingPassCounts() {
        assertThat(SpfMerge.passing("v=spf1 a -mx ?ip4:192.0.2.1 +include:x.net ~all redirect=y.net"))
                .containsExactly("a", "+include:x.net");
        assertThat(SpfMerge.has("v=spf1 -mx ~all", List.of("mx"))).isFalse();
        assertThat(SpfMerge.has("v=spf1 mx/24 ~all", List.of("mx"))).isFalse();
        assertThat(SpfMerge.has("v=spf1 mx bad= ~all", List.of("mx"))).isTrue();
        assertThat(SpfMerge.has("v=spf1 mx ip4:bad ~all", List.of("mx"))).isFalse();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(SpfMerge.problem("v=spf1 mx -all")).isEmpty();
        assertThat(SpfMerge.problem("v=spf1 ip4:x -all")).isEqualTo("The term ip4:x has no valid IPv4 address.");
    }
}
