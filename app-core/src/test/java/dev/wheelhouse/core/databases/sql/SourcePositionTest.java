package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourcePositionTest {

    @Test
    void countsCharactersAndLinesFromOne() {
        assertThat(SourcePosition.of("ab\ncd", 0)).isEqualTo(new SourcePosition(1, 1));
        assertThat(SourcePosition.of("ab\ncd", 3)).isEqualTo(new SourcePosition(4, 2));
    }

    @Test
    void countsAnEmojiAsOneCharacter() {
        assertThat(SourcePosition.of("\ud83d\ude00x", 2)).isEqualTo(new SourcePosition(2, 1));
    }

    @Test
    void staysInsideTheText() {
        assertThat(SourcePosition.of("ab", 99)).isEqualTo(new SourcePosition(3, 1));
    }
}
