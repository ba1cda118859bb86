package dev.wheelhouse.core.vcs.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.vcs.provider.VcsKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkipWordsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fix a typo [skip ci]",
                "[ci skip] Fix a typo",
                "Fix [no ci] it",
                "x [skip actions]",
                "x\n\n[actions skip]",
                "[SKIP CI]",
                "[Ci-Skip]",
                "[skip_ci]",
                "x [skip deploy]",
                "x [deploy skip]",
                "x [no deploy]",
                "Fix\n\n\nskip-checks: true",
                "Fix\n\n\nSigned-off-by: Ada\nskip-checks:true\n"
            })
    void areFound(String message) {
        assertThat(SkipWords.isIn(message)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "skip ci",
                "[skip]",
                "[ci]",
                "[skip cicd]",
                "[skip  ci]",
                "[no skip ci]",
                "(skip ci)",
                "Explain skip-checks: true in the README",
                "skip-checks: true\nand more",
                "skip-checks: false"
            })
    void areNotFoundInWhatIsOnlyLikeThem(String message) {
        assertThat(SkipWords.isIn(message)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void countInTheNewestCommitAlone(VcsKind kind) {
        TestPushes.Sent sent = TestPushes.of(kind, "d1");
        assertThat(((Push) PushReader.read(kind, sent.message("x [skip ci]").request())).isSkipped())
                .isTrue();
        assertThat(((Push) PushReader.read(kind, sent.request())).isSkipped()).isFalse();
    }

    @Test
    void takeNoLongTimeToBeMissed() {
        assertThat(SkipWords.isIn("[skip ".repeat(200_000) + "\nskip-checks: true" + " ".repeat(200_000) + "x"))
                .isFalse();
    }
}
