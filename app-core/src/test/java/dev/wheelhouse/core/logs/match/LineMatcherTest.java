package dev.wheelhouse.core.logs.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.match.LineMatcher.Match;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineMatcherTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static List<Match> find(String text, boolean regex, boolean caseSensitive, String line) {
        return LineMatcher.of(new LogPattern(text, regex, caseSensitive)).find(line, LIMIT);
    }

    @Test
    void tellsEveryPlaceInCharactersAlsoBehindOthersThanAscii() {
        assertThat(find("or", false, true, "für Order or order")).containsExactly(new Match(10, 12), new Match(13, 15));
        assertThat(find("OR", false, false, "für Order or")).containsExactly(new Match(4, 6), new Match(10, 12));
        assertThat(find("ÜR", false, false, "für")).containsExactly(new Match(1, 3));
        assertThat(find("\\d+", true, true, "🙂 12 und 345")).containsExactly(new Match(3, 5), new Match(10, 13));
        assertThat(find("a.c", false, true, "abc a.c")).containsExactly(new Match(4, 7));
    }

    @Test
    void leavesOutWhatIsEmpty() {
        assertThat(find("x*", true, true, "axxb")).containsExactly(new Match(1, 3));
        assertThat(find("", false, true, "abc")).isEmpty();
    }

    @Test
    void givesUpOnAnExpressionThatTriesEverythingAndKeepsWhatItFound() {
        String line = "ab " + "a".repeat(60) + "!";
        assertThat(LineMatcher.of(new LogPattern("ab|(a+)+$", true, true)).find(line, Duration.ofMillis(2)))
                .containsExactly(new Match(0, 2));
    }

    @Test
    void refusesWhatIsNoExpression() {
        assertThatThrownBy(() -> find("(", true, true, "abc"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("Unclosed group");
    }
}
