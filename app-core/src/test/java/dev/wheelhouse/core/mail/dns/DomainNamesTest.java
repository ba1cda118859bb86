package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DomainNamesTest {

    private static String problem(String text) {
        AppException refused = catchThrowableOfType(AppException.class, () -> DomainNames.parse("fqdn", text));
        assertThat(refused).as(text).isNotNull();
        FieldProblems problems = (FieldProblems) refused.details();
        assertThat(problems.errors()).hasSize(1);
        assertThat(problems.errors().getFirst().path()).isEqualTo("fqdn");
        return problems.errors().getFirst().message();
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com",
        "' Example.COM ', example.com",
        "bücher.example, xn--bcher-kva.example",
        "xn--bcher-kva.example, xn--bcher-kva.example",
        "BÜCHER.example, xn--bcher-kva.example",
        "例え.テスト, xn--r8jz45g.xn--zckzah",
        "a-b.c1.example, a-b.c1.example",
        "xn--ls8h.example, xn--ls8h.example",
        "xn--80ak6aa92e.example, xn--80ak6aa92e.example",
        "İx.example, xn--ix-rub.example"
    })
    void keepsTheOneForm(String text, String name) {
        assertThat(DomainNames.parse("fqdn", text)).isEqualTo(name);
    }

    /** Java's own throws for such a label what nobody expects. */
    @Test
    void refusesLabelsOfAnyLength() {
        for (int length : new int[] {254, 1_000, 1_001, 100_000}) {
            assertThat(problem("é".repeat(length) + ".example")).matches("(?s).*(Use labels|at most 253).*");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', Give a name",
        "example.com., Leave out the dot",
        "192.0.2.1, not an address",
        "2001:db8::1, not an address",
        "[2001:db8::1], not an address",
        "straße.example, begin with xn--",
        "example, such as example.example.com",
        "a..example, Use labels",
        "-a.example, Use labels",
        "a_b.example, Use labels",
        "a b.example, Use labels",
        "mail@example.com, Use labels",
        "https://example.com, Use labels",
        "*.example.com, Use labels",
        "xn--a.example, stands for no name",
        "example.123, Use labels"
    })
    void refusesWhatIsNone(String text, String part) {
        assertThat(problem(text)).contains(part);
    }

    @Test
    void labelsBeforeANameMayBeNumbers() {
        assertThat(DomainNames.parseLabels("selector", " 20230601 ", "mail2026"))
                .isEqualTo("20230601");
        assertThat(DomainNames.parseLabels("selector", "S1.2", "mail2026")).isEqualTo("s1.2");
        assertThat(catchThrowableOfType(
                        AppException.class, () -> DomainNames.parseLabels("selector", "a_b", "mail2026")))
                .satisfies(refused -> assertThat(((FieldProblems) refused.details())
                                .errors()
                                .getFirst()
                                .message())
                        .contains("such as mail2026."));
    }

    @Test
    void saysHowLongItMayBe() {
        String label = "a".repeat(62) + ".";
        String longest = label.repeat(3) + "a".repeat(56) + ".example";
        assertThat(longest).hasSize(253);
        assertThat(DomainNames.parse("fqdn", longest)).isEqualTo(longest);
        assertThat(problem("b" + longest)).isEqualTo("A name has at most 253 characters; this one has 254.");
        assertThat(problem("a".repeat(64) + ".example")).contains("1 to 63 characters");
    }

    @Test
    void showsOtherAlphabets() {
        assertThat(DomainNames.unicode("xn--bcher-kva.example")).isEqualTo("bücher.example");
        assertThat(DomainNames.unicode("xn--ls8h.example")).isEqualTo("\ud83d\udca9.example");
        assertThat(DomainNames.unicode("example.com")).isEqualTo("example.com");
        assertThat(DomainNames.unicode("_dmarc.example.com")).isEqualTo("_dmarc.example.com");
    }

    @Test
    void knowsWhatIsBelow() {
        assertThat(DomainNames.isWithin("a.example.com", "example.com")).isTrue();
        assertThat(DomainNames.isWithin("example.com", "example.com")).isTrue();
        assertThat(DomainNames.isWithin("badexample.com", "example.com")).isFalse();
    }
}
