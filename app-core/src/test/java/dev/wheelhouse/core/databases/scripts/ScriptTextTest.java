package dev.wheelhouse.core.databases.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptTextTest {

    private static final String SQL = "SELECT 'é 🎉';\r\n-- ende";

    static Stream<Arguments> encodings() {
        return Stream.of(
                Arguments.of(new byte[0], StandardCharsets.UTF_8),
                Arguments.of(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, StandardCharsets.UTF_8),
                Arguments.of(new byte[] {(byte) 0xFF, (byte) 0xFE}, StandardCharsets.UTF_16LE),
                Arguments.of(new byte[] {(byte) 0xFE, (byte) 0xFF}, StandardCharsets.UTF_16BE),
                Arguments.of(new byte[0], StandardCharsets.UTF_16LE),
                Arguments.of(new byte[0], StandardCharsets.UTF_16BE));
    }

    private static String read(byte[] bytes) throws IOException {
        try (Reader reader = ScriptText.reader(new ByteArrayInputStream(bytes))) {
            return reader.readAllAsString();
        }
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void readsEveryEncodingWithoutItsMark(byte[] mark, Charset encoding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(mark);
        bytes.writeBytes(SQL.getBytes(encoding));
        assertThat(read(bytes.toByteArray())).isEqualTo(SQL);
        assertThat(read(mark)).isEmpty();
    }

    @Test
    void refusesWhatIsNoText() throws IOException {
        assertThatThrownBy(() -> read(new byte[] {'S', (byte) 0xFF, 'x', 'x', 'x'}))
                .isInstanceOf(CharacterCodingException.class);
        assertThat(read(new byte[] {'S'})).isEqualTo("S");
    }
}
