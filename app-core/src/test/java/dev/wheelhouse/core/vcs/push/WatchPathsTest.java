package dev.wheelhouse.core.vcs.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchPathsTest {

    @ParameterizedTest
    @CsvSource({
        "src, src/Main.java, true",
        "src/, src/Main.java, true",
        "/src, src/Main.java, true",
        "./src, src/Main.java, true",
        "src, src, true",
        "src, srcs/Main.java, false",
        "src, other/src/Main.java, false",
        "src/Main.java, src/Main.java, true",
        "src/main.java, src/Main.java, false",
        "*.md, README.md, true",
        "*.md, docs/README.md, false",
        "**/*.md, docs/a/README.md, true",
        "**/*.md, README.md, true",
        "**.md, docs/README.md, true",
        "docs/**, docs/a/b, true",
        "docs/**/b, docs/b, true",
        "docs/**/b, docs/x/y/b, true",
        "docs/**/b, docs/xb, false",
        "docs/*/b, docs/x/b, true",
        "docs/*/b, docs/b, false",
        "docs/*/b, docs/x/y/b, false",
        "a?c, abc, true",
        "a?c, a/c, false",
        "a?c, ac, false",
        "**, anything/at/all, true",
        "/, anything, true",
        "., anything, true",
        "a+(b)[c].d, a+(b)[c].d, true",
        "a.b, axb, false",
        "apps/*, apps/shop/src/Main.java, true",
        "ä*, äb, true"
    })
    void aPatternMatchesAPath(String pattern, String path, boolean matches) {
        assertThat(WatchPaths.matches(pattern, path)).isEqualTo(matches);
    }

    @Test
    void theLastPatternThatMatchesDecides() {
        List<String> patterns = List.of("src", "!src/test", "src/test/fixtures");
        assertThat(WatchPaths.isTouched(patterns, List.of("src/Main.java"))).isTrue();
        assertThat(WatchPaths.isTouched(patterns, List.of("src/test/A.java"))).isFalse();
        assertThat(WatchPaths.isTouched(patterns, List.of("src/test/fixtures/a")))
                .isTrue();
        assertThat(WatchPaths.isTouched(patterns, List.of("docs/a", "src/test/A.java", "x")))
                .isFalse();
        assertThat(WatchPaths.isTouched(patterns, List.of("docs/a", "src/a"))).isTrue();
    }

    @Test
    void onlyExcludingPatternsWatchTheRest() {
        List<String> patterns = List.of("!docs", "!**/*.md");
        assertThat(WatchPaths.isTouched(patterns, List.of("docs/a.txt", "README.md")))
                .isFalse();
        assertThat(WatchPaths.isTouched(patterns, List.of("docs/a.txt", "src/a")))
                .isTrue();
    }

    @Test
    void everythingIsWatchedWithoutPatternsAndTouchedWhenItIsNotKnown() {
        assertThat(WatchPaths.isTouched(List.of(), List.of())).isTrue();
        TestPushes.Sent sent = TestPushes.of(VcsKind.GITLAB, "d1");
        Push known = (Push) PushReader.read(VcsKind.GITLAB, sent.request());
        assertThat(WatchPaths.isTouched(List.of("docs"), known)).isTrue();
        assertThat(WatchPaths.isTouched(List.of("web"), known)).isFalse();
        Push cut = (Push) PushReader.read(
                VcsKind.GITLAB, sent.with("total_commits_count", 100).request());
        assertThat(WatchPaths.isTouched(List.of("web"), cut)).isTrue();
    }

    @Test
    @Timeout(10)
    void aHostilePatternTakesNoLongTime() {
        String path = "a/".repeat(1_000) + "b";
        assertThat(WatchPaths.matches("**/a*".repeat(100) + "x", path)).isFalse();
        assertThat(WatchPaths.matches("*".repeat(999) + "/**/".repeat(100) + "c", path))
                .isFalse();
    }
}
