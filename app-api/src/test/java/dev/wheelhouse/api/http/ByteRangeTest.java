package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0",
        "bytes=0-9, 0, 9",
        "bytes=4-, 4, 9",
        "bytes=4-400, 4, 9",
        "bytes=-3, 7, 9",
        "bytes=-300, 0, 9",
        "bytes=9-9, 9, 9"
    })
    void readsOneRangeOfTenBytes(String header, long first, long last) {
        assertThat(ByteRange.of(header, 10)).isEqualTo(new ByteRange.Part(new ByteRange(first, last)));
    }

    @ParameterizedTest
    @CsvSource({"bytes=10-", "bytes=10-20", "bytes=-0", "bytes=999999999999999999-"})
    void knowsWhatLiesOutside(String header) {
        assertThat(ByteRange.of(header, 10)).isEqualTo(new ByteRange.Outside());
    }

    @ParameterizedTest
    @CsvSource(
            value = {"''", "bytes=", "bytes=-", "bytes=5-4", "bytes=0-1;2-3", "lines=0-1", "bytes=a-b", "NULL"},
            nullValues = "NULL")
    void sendsTheWholeForWhatItDoesNotRead(@Nullable String header) {
        assertThat(ByteRange.of(header, 10)).isEqualTo(new ByteRange.Whole());
    }
}
