package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicSuffixesTest {

    private final PublicSuffixes suffixes = new PublicSuffixes();

    @ParameterizedTest
    @ValueSource(strings = {"com", "co.uk", "ac.jp", "foo.ck", "xn--55qx5d.cn", "xn--9tfky.id"})
    void findsNamesOfRegistries(String name) {
        assertThat(suffixes.contains(name)).isTrue();
    }

    /** The last is in the part of the list that companies keep, whose names have owners who get mail. */
    @ParameterizedTest
    @ValueSource(strings = {"example.com", "example.co.uk", "www.ck", "city.kawasaki.jp", "example.test", "github.io"})
    void leavesOthers(String name) {
        assertThat(suffixes.contains(name)).isFalse();
    }

    @Test
    void saysHowOldTheListIs() {
        assertThat(suffixes.date()).isAfterOrEqualTo(LocalDate.of(2026, 10, 6));
    }
}
