package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets in what commands write. */
class SecretFilterTest {

    private static final String SECRET = "pä$$ word/+42!x";

    private static String filtered(String text, int... cuts) {
        SecretFilter filter = SecretFilter.of(List.of(SECRET, "short"));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        for (int cut : cuts) {
            int to = Math.min(bytes.length, Math.max(at, cut));
            out.writeBytes(filter.pass(Arrays.copyOfRange(bytes, at, to)));
            at = to;
        }
        out.writeBytes(filter.pass(Arrays.copyOfRange(bytes, at, bytes.length)));
        out.writeBytes(filter.rest());
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void takesOutEveryFormOfASecret() {
        String basic = Base64.getEncoder().encodeToString(("user:" + SECRET).getBytes(StandardCharsets.UTF_8));
        String url = "https://u:" + URLEncoder.encode(SECRET, StandardCharsets.UTF_8) + "@example.com/";
        assertThat(filtered("a " + SECRET + " b\n")).isEqualTo("a *** b\n");
        assertThat(filtered(url)).isEqualTo("https://u:***@example.com/");
        assertThat(filtered("Authorization: Basic " + basic + "\n"))
                .contains("***")
                .doesNotContain(basic.substring(8, 20));
        assertThat(filtered("short texts and short words stay\n")).isEqualTo("short texts and short words stay\n");
    }

    @Test
    void aSecretInLinesIsTakenOutLineByLine() {
        SecretFilter filter = SecretFilter.of(List.of("-----BEGIN KEY-----\nMIIEvQIBADAN\nBgkqhkiG9w0B\n"));
        String out = filter.message("key:\nMIIEvQIBADAN\r\nBgkqhkiG9w0B.");
        assertThat(out).isEqualTo("key:\n***\r\n***.");
    }

    @Test
    void whereverTheChunksEnd() {
        Property.holds(300, random -> {
            StringBuilder text = new StringBuilder();
            int secrets = random.nextInt(4);
            for (int i = 0; i < secrets; i++) {
                text.append("x".repeat(random.nextInt(40)))
                        .append(random.nextBoolean() ? "\n" : "é")
                        .append(SECRET);
            }
            text.append(random.nextBoolean() ? "\r\nrest" : "rest");
            int[] cuts = random.ints(random.nextInt(12), 0, text.length() + 10)
                    .sorted()
                    .toArray();
            assertThat(filtered(text.toString(), cuts))
                    .isEqualTo(text.toString().replace(SECRET, "***"));
        });
    }

    @Test
    void alsoInALineThatNeverEnds() {
        String text = ("y".repeat(70_001) + SECRET).repeat(3);
        int[] cuts = java.util.stream.IntStream.iterate(997, each -> each < text.length() + 100, each -> each + 997)
                .toArray();
        assertThat(filtered(text, cuts)).isEqualTo(text.replace(SECRET, "***"));
    }
}
