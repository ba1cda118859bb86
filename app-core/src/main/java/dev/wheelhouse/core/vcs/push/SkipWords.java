package dev.wheelhouse.core.vcs.push;

import java.util.regex.Pattern;

/**
 * Words in a commit's message that ask for nothing to be done about it: those of GitHub ("Skip workflow runs":
 * {@code [skip ci]}, {@code [ci skip]}, {@code [no ci]}, {@code [skip actions]}, {@code [actions skip]}, and the trailer
 * {@code skip-checks: true}), which Gitea has too ({@code [actions] SKIP_WORKFLOW_STRINGS}), of GitLab ("Skip a pipeline":
 * {@code [ci skip]} and {@code [skip ci]} in any case, also with a hyphen), and {@code [skip deploy]}, {@code [deploy skip]} and
 * {@code [no deploy]} for what only deployments are to skip. Pure.
 */
public final class SkipWords {

    private static final Pattern WORDS = Pattern.compile(
            "\\[(?:(?:skip|no)[ _-](?:ci|deploy)|(?:ci|deploy)[ _-]skip|skip actions|actions skip)\\]",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern TRAILER =
            Pattern.compile("(?:^|\\n)skip-checks: ?true\\s*\\z", Pattern.CASE_INSENSITIVE);

    private SkipWords() {}

    /** @param message of the newest commit; those of older ones count for none of the providers */
    public static boolean isIn(String message) {
        return WORDS.matcher(message).find() || TRAILER.matcher(message).find();
    }
}
