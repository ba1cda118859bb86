package dev.wheelhouse.core.logs.file;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileFormatsTest {

    @ParameterizedTest
    @CsvSource({"UTF-16, a", "UTF-16, 2026 é", "UTF-16LE, 2026-11-22 hello", "UTF-16BE, 2026-11-22 hello"})
    void refusesUtf16WithWhatToDo(String encoding, String text) {
        assertThatThrownBy(() -> FileFormats.requireText(text.getBytes(Charset.forName(encoding))))
                .isInstanceOf(AppException.class)
                .hasMessageContainingAll("UTF-16", "iconv -f UTF-16 -t UTF-8");
    }

    /** The marks of Windows. */
    @ParameterizedTest
    @ValueSource(strings = {"fffe32003000", "feff00320030"})
    void refusesWhatBeginsWithAByteOrderMark(String bytes) {
        assertThatThrownBy(() -> FileFormats.requireText(HexFormat.of().parseHex(bytes)))
                .hasMessageContaining("UTF-16");
    }

    @ParameterizedTest
    @CsvSource({"1f8b0800, gzip", "fd377a585a000004, xz", "28b52ffd24, zstd", "425a6839, bzip2"})
    void refusesPackedFilesWithWhatToDo(String bytes, String program) {
        assertThatThrownBy(() -> FileFormats.requireText(HexFormat.of().parseHex(bytes)))
                .isInstanceOf(AppException.class)
                .hasMessageContaining(program + " -dk");
    }

    /** Truncating leaves zeros under a program that writes on where it was. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "2026-11-22 10:11:12 hello",
                "\0\0\0\0\0\0\0\0\0\0\0\0hello",
                "hello\0\0wor\0ld",
                "\ufeff2026-11-22 hello",
                "éé ÿþ"
            })
    void readsText(String text) {
        assertThatCode(() -> FileFormats.requireText(text.getBytes(StandardCharsets.UTF_8)))
                .doesNotThrowAnyException();
        assertThatCode(() -> FileFormats.requireText(text.getBytes(StandardCharsets.ISO_8859_1)))
                .doesNotThrowAnyException();
    }
}
