package dev.wheelhouse.core.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines as {@code readline} of Node.js ends them: seen with 20.20.2 (at LF and CR), and 24.21.0 (also at U+2028 and U+2029). */
final class OneLineOutputTest {

    private static final String JSON =
            "{\"a\":\r\n \"x\u2028y\u2029\u2028z\u2027 \u20AC\uE280 \u00E2\u0080 😀\",\n\"\u2030\":\"\u2028\"}";
    private static final String LINE =
            "{\"a\":   \"x\\u2028y\\u2029\\u2028z\u2027 \u20AC\uE280 \u00E2\u0080 😀\", \"\u2030\":\"\\u2028\"}";

    private static String written(List<byte[]> parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (OneLineOutput line = new OneLineOutput(out); !parts.isEmpty(); parts = parts.subList(1, parts.size())) {
            line.write(parts.getFirst());
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void isOneLineWhereverTheBytesAreCut() throws IOException {
        byte[] bytes = JSON.getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first < bytes.length; first++) {
            for (int second = first; second < bytes.length; second++) {
                assertThat(written(List.of(
                                Arrays.copyOf(bytes, first),
                                Arrays.copyOfRange(bytes, first, second),
                                Arrays.copyOfRange(bytes, second, bytes.length))))
                        .isEqualTo(LINE);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OneLineOutput line = new OneLineOutput(out);
        for (byte each : bytes) {
            line.write(each);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(LINE);
    }

    @Test
    void saysTheSame() {
        String line = Json.write(Json.readObject(LINE));
        assertThat(line).doesNotContain("\u2028", "\u2029");
        assertThat(Json.readObject(line)).isEqualTo(Json.readObject(JSON));
    }
}
