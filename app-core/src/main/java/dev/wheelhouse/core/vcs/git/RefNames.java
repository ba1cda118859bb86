package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.text.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Finds what a name means among a repository's branches and tags: as git does, but branches before tags. Pure. */
public final class RefNames {

    private static final int SHORTEST_ID = 7;
    private static final int SUGGESTIONS = 5;
    private static final int LONGEST = 250;

    private RefNames() {}

    /** Whether it may be the name of a branch, a tag or a commit (git-check-ref-format). */
    public static boolean isValid(String ref) {
        return ref.length() <= LONGEST && !ref.startsWith("-") && Repository.isValidRefName(Constants.R_HEADS + ref);
    }

    /**
     * @param ref null for the default branch
     * @throws AppException {@code ref_unknown}, naming what is there instead
     */
    static ResolvedRef resolve(GitRemote remote, RemoteRefs refs, @Nullable String ref) {
        if (ref == null || ref.equals(Constants.HEAD)) {
            String branch = refs.defaultBranch();
            String commit = branch == null ? null : refs.branches().get(branch);
            if (branch == null || commit == null) {
                throw unknown(
                        refs.branches().isEmpty()
                                ? remote.shown() + " has no commit yet. Push one first."
                                : remote.shown() + " has no default branch. Name one" + suggestion(refs, "") + ".");
            }
            return new ResolvedRef(branch, ResolvedRef.Kind.BRANCH, commit);
        }
        if (isValid(ref)) {
            Optional<ResolvedRef> found = named(refs, ref).or(() -> byId(remote, refs, ref));
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw unknown(remote.shown() + " has no branch, tag or commit \"" + printable(ref) + "\""
                + suggestion(refs, ref) + "."
                + (ref.matches("[0-9a-f]{4,39}") ? " A commit that no branch or tag is at needs its whole id." : ""));
    }

    private static Optional<ResolvedRef> named(RemoteRefs refs, String ref) {
        String branch = without(Constants.R_HEADS, ref);
        String tag = without(Constants.R_TAGS, ref);
        if (refs.branches().containsKey(branch) && !ref.startsWith(Constants.R_TAGS)) {
            return Optional.of(new ResolvedRef(ref, ResolvedRef.Kind.BRANCH, at(refs.branches(), branch)));
        }
        return refs.tags().containsKey(tag)
                ? Optional.of(new ResolvedRef(ref, ResolvedRef.Kind.TAG, at(refs.tags(), tag)))
                : Optional.empty();
    }

    private static String at(SortedMap<String, String> map, String name) {
        return map.getOrDefault(name, "");
    }

    private static Optional<ResolvedRef> byId(GitRemote remote, RemoteRefs refs, String ref) {
        String id = ref.toLowerCase(Locale.ROOT);
        if (ObjectId.isId(id)) {
            return Optional.of(new ResolvedRef(ref, ResolvedRef.Kind.COMMIT, id));
        }
        if (id.length() < SHORTEST_ID || !id.matches("[0-9a-f]+")) {
            return Optional.empty();
        }
        List<String> found = Stream.concat(refs.branches().values().stream(), refs.tags().values().stream())
                .filter(each -> each.startsWith(id))
                .distinct()
                .toList();
        if (found.size() > 1) {
            throw unknown("\"" + ref + "\" begins several commits of " + remote.shown() + ". Give more of the id.");
        }
        return found.stream().findFirst().map(each -> new ResolvedRef(ref, ResolvedRef.Kind.COMMIT, each));
    }

    private static String without(String prefix, String ref) {
        return ref.startsWith(prefix) ? ref.substring(prefix.length()) : ref;
    }

    private static AppException unknown(String message) {
        return new AppException(GitError.REF_UNKNOWN, message);
    }

    private static String suggestion(RemoteRefs refs, String ref) {
        List<String> names = Stream.concat(refs.branches().keySet().stream(), refs.tags().keySet().stream())
                .toList();
        List<String> near = Nearest.of(ref, names, SUGGESTIONS);
        if (!near.isEmpty()) {
            return "; there is " + String.join(", ", near);
        }
        String branch = refs.defaultBranch();
        return branch == null ? "" : "; its default branch is " + branch;
    }

    private static String printable(String ref) {
        String clean = ref.replaceAll("\\p{Cntrl}", "?");
        return clean.length() > LONGEST ? clean.substring(0, LONGEST) + "…" : clean;
    }
}
