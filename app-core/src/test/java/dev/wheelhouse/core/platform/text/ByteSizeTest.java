package dev.wheelhouse.core.platform.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0B",
        "1, 1B",
        "1023, 1023B",
        "1024, 1KiB",
        "1536, 1.5KiB",
        "12897484, 12.3MiB",
        "1048571, 1024KiB",
        "2040109465, 1.9GiB",
        "107374182400, 100GiB",
        "134217728000, 125GiB",
        "9223372036854775807, 8EiB",
        "-5, 0B"
    })
    void writesSizesAsDockerStatsDoes(long bytes, String text) {
        assertThat(ByteSize.text(bytes)).isEqualTo(text);
    }
}
