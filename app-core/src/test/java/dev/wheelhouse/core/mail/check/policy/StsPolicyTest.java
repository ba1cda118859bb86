package dev.wheelhouse.core.mail.check.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.Property;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StsPolicyTest {

    private static final String RIGHT =
            "version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.Example.net\r\nmax_age: 604800\r\n";

    @Test
    void readsTheFields() {
        StsPolicy policy = StsPolicy.parse(RIGHT);

        assertThat(policy.mode()).isEqualTo("enforce");
        assertThat(policy.mx()).containsExactly("mail.example.com", "*.example.net");
        assertThat(policy.maxAge()).isEqualTo(604_800);
    }

    @Test
    void aStarIsOneLabel() {
        StsPolicy policy = StsPolicy.parse(RIGHT);

        assertThat(policy.covers("mail.example.com")).isTrue();
        assertThat(policy.covers("mx.example.net")).isTrue();
        assertThat(policy.covers("a.mx.example.net")).isFalse();
        assertThat(policy.covers("example.net")).isFalse();
        assertThat(policy.covers("other.example.com")).isFalse();
    }

    @Test
    void modeNoneNeedsNoHost() {
        assertThat(StsPolicy.parse("version: STSv1\nmode: none\nmax_age: 0").mx())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STSv1            | STSv2             | version must be STSv1
            enforce          | Enforce           | mode must be enforce, testing or none
            604800           | 31557601          | max_age must be 0 to 31557600
            604800           | -1                | max_age must be
            604800           | 99999999999999999 | max_age must be
            mode: enforce    | enforce           | is no name: value
            """)
    void namesTheFieldThatIsWrong(String right, String wrong, String problem) {
        assertThatThrownBy(() -> StsPolicy.parse(RIGHT.replace(right, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void needsAHost() {
        assertThatThrownBy(() -> StsPolicy.parse("version: STSv1\nmode: testing\nmax_age: 1"))
                .hasMessageContaining("has no mx");
    }

    /** Whatever somebody publishes: it is read, or refused with a sentence. */
    @Test
    void garbageIsRefusedOrRead() {
        String alphabet = "v=DMARC1;p none:srua@ma\"ilto!,\t.\u00fc";
        Property.holds(20_000, random -> {
            String garbage = random.ints(random.nextInt(60), 0, alphabet.length())
                    .mapToObj(i -> alphabet.substring(i, i + 1))
                    .collect(Collectors.joining());
            DmarcRecord record = DmarcRecord.parse("v=DMARC1;" + garbage);

            assertThat(record.errors()).allSatisfy(each -> assertThat(each).endsWith("."));
            assertThat(record.errors().isEmpty() && record.tags().isEmpty()).isFalse();
        });
    }
}
