package dev.wheelhouse.core.vcs.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefNamesTest {

    private static final String ONE = "1".repeat(40);
    private static final String TWO = "12" + "0".repeat(38);
    private static final GitRemote REMOTE = GitRemote.parse("url", "https://git.example/team/shop.git", false, false);
    private static final RemoteRefs REFS = new RemoteRefs(
            "main",
            new TreeMap<>(Map.of("main", ONE, "feature/cart", TWO, "v1", TWO)),
            new TreeMap<>(Map.of("v1", ONE, "v1.0", TWO)));

    @ParameterizedTest
    @CsvSource({
        "main, BRANCH, 1111111111111111111111111111111111111111",
        "feature/cart, BRANCH, 1200000000000000000000000000000000000000",
        "refs/heads/main, BRANCH, 1111111111111111111111111111111111111111",
        "v1.0, TAG, 1200000000000000000000000000000000000000",
        "v1, BRANCH, 1200000000000000000000000000000000000000",
        "refs/tags/v1, TAG, 1111111111111111111111111111111111111111",
        "1200000, COMMIT, 1200000000000000000000000000000000000000",
        "abcdefabcdefabcdefabcdefabcdefabcdefabcd, COMMIT, abcdefabcdefabcdefabcdefabcdefabcdefabcd",
        "ABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD, COMMIT, abcdefabcdefabcdefabcdefabcdefabcdefabcd",
    })
    void findsBranchesTagsAndCommits(String ref, ResolvedRef.Kind kind, String commit) {
        assertThat(RefNames.resolve(REMOTE, REFS, ref)).isEqualTo(new ResolvedRef(ref, kind, commit));
    }

    @Test
    void withoutANameItIsTheDefaultBranch() {
        assertThat(RefNames.resolve(REMOTE, REFS, null))
                .isEqualTo(new ResolvedRef("main", ResolvedRef.Kind.BRANCH, ONE));
        assertThat(RefNames.resolve(REMOTE, REFS, "HEAD").ref()).isEqualTo("main");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mian | there is main",
                "cart | there is feature/cart",
                "v1.1 | there is v1",
                "zzzzzzzzzzzzzz | its default branch is main",
                "abcdef0 | needs its whole id",
            })
    void whatIsUnknownNamesWhatIsNear(String ref, String hint) {
        assertThat(GitFixture.failure(GitError.REF_UNKNOWN, () -> RefNames.resolve(REMOTE, REFS, ref)))
                .hasMessageContaining("\"" + ref + "\"")
                .hasMessageContaining(hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-main", "a b", "a..b", "a\nb", "$(id) x", "a.lock", "/main", "main/", "a\\b", "@{1}", "~1"})
    void namesThatGitRefusesAreUnknown(String ref) {
        assertThat(RefNames.isValid(ref)).isFalse();
        assertThat(GitFixture.failure(GitError.REF_UNKNOWN, () -> RefNames.resolve(REMOTE, REFS, ref))
                        .getMessage())
                .doesNotContain("\n");
    }

    @Test
    void theBeginningOfSeveralIdsIsRefused() {
        RemoteRefs alike = new RemoteRefs(
                "main",
                new TreeMap<>(Map.of("main", "1234567a" + "0".repeat(32), "next", "1234567b" + "0".repeat(32))),
                new TreeMap<>());

        assertThat(GitFixture.failure(GitError.REF_UNKNOWN, () -> RefNames.resolve(REMOTE, alike, "1234567")))
                .hasMessageContaining("begins several commits");
        assertThat(RefNames.resolve(REMOTE, alike, "1234567b").commit()).startsWith("1234567b");
    }
}
