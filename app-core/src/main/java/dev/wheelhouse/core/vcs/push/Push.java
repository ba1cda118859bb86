package dev.wheelhouse.core.vcs.push;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A branch leads elsewhere than before. Immutable.
 *
 * @param repository owner and name, as the provider says them
 * @param branch without {@code refs/heads/}
 * @param before the hash that it led to; zeros for a new branch
 * @param after the hash that it leads to; zeros for a deleted branch
 * @param defaultBranch of the repository; empty when that is not told
 * @param forced whether the provider says that commits were taken back; only GitHub does
 * @param commits those that came, as far as they are told
 * @param isWhole whether all of them are told
 * @param headMessage of the commit that the branch leads to; null when that is not told
 * @param pusher who did it, as the provider names them; may be empty
 */
public record Push(
        String repository,
        String branch,
        String before,
        String after,
        String defaultBranch,
        boolean forced,
        List<PushedCommit> commits,
        boolean isWhole,
        @Nullable String headMessage,
        String pusher)
        implements HookEvent {

    public Push {
        commits = List.copyOf(commits);
    }

    public boolean isCreated() {
        return isNothing(before);
    }

    public boolean isDeleted() {
        return isNothing(after);
    }

    private static boolean isNothing(String hash) {
        return hash.chars().allMatch(each -> each == '0');
    }

    /** What is not the same as before, below the repository; empty when the commits that are told do not say all of it. */
    public Optional<Set<String>> changedPaths() {
        if (!isWhole || forced || isCreated() || commits.isEmpty()) {
            return Optional.empty();
        }
        Set<String> paths = new LinkedHashSet<>();
        commits.forEach(each -> paths.addAll(each.paths()));
        return Optional.of(paths);
    }

    /** Whether whoever pushed wants nothing to be done about it; see {@link SkipWords}. */
    public boolean isSkipped() {
        return headMessage != null && SkipWords.isIn(headMessage);
    }
}
