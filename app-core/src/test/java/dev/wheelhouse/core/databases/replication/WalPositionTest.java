package dev.wheelhouse.core.databases.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WalPositionTest {

    @ParameterizedTest
    @ValueSource(strings = {"0/0", "16/B374D848", "0/FFFFFFFF", "FFFFFFFF/FFFFFFFF"})
    void isWrittenAsItWasRead(String text) {
        assertThat(WalPosition.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "1", "1/", "/1", "1/2/3", "G/0", "123456789/0", "-1/0", " 1/0", "1/0 "})
    void refusesOtherText(String text) {
        assertThatThrownBy(() -> WalPosition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isOrderedBeyondTheHalf() {
        assertThat(WalPosition.parse("80000000/0")).isGreaterThan(WalPosition.parse("7FFFFFFF/FFFFFFFF"));
        assertThat(WalPosition.parse("FFFFFFFF/0").segmentStart(16 << 20)).hasToString("FFFFFFFF/0");
        assertThat(WalPosition.parse("FFFFFFFF/FF0000F0").segmentStart(16 << 20))
                .hasToString("FFFFFFFF/FF000000");
    }
}
