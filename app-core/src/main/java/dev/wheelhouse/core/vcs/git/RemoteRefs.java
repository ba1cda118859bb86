package dev.wheelhouse.core.vcs.git;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.jspecify.annotations.Nullable;

/**
 * What a repository says that it has.
 *
 * @param defaultBranch null where it has no commit yet, or none that is a branch's
 * @param branches names without {@code refs/heads/}, to ids of commits
 * @param tags names without {@code refs/tags/}, to what they lead to in the end
 */
public record RemoteRefs(
        @Nullable String defaultBranch, SortedMap<String, String> branches, SortedMap<String, String> tags) {

    public RemoteRefs {
        branches = Collections.unmodifiableSortedMap(branches);
        tags = Collections.unmodifiableSortedMap(tags);
    }

    static RemoteRefs of(Collection<Ref> refs) {
        SortedMap<String, String> branches = new TreeMap<>();
        SortedMap<String, String> tags = new TreeMap<>();
        String head = null;
        ObjectId headId = null;
        for (Ref each : refs) {
            String name = each.getName();
            ObjectId id = each.getPeeledObjectId() == null ? each.getObjectId() : each.getPeeledObjectId();
            if (id == null) {
                continue;
            }
            if (name.startsWith(Constants.R_HEADS)) {
                branches.put(name.substring(Constants.R_HEADS.length()), id.name());
            } else if (name.startsWith(Constants.R_TAGS)) {
                tags.put(name.substring(Constants.R_TAGS.length()), id.name());
            } else if (name.equals(Constants.HEAD)) {
                head = each.isSymbolic() ? each.getTarget().getName() : null;
                headId = id;
            }
        }
        return new RemoteRefs(defaultBranch(head, headId, branches), branches, tags);
    }

    private static @Nullable String defaultBranch(
            @Nullable String head, @Nullable ObjectId id, Map<String, String> branches) {
        if (head != null) {
            return head.startsWith(Constants.R_HEADS) ? head.substring(Constants.R_HEADS.length()) : null;
        }
        // Old servers say what HEAD is, not what it leads to.
        return id == null
                ? null
                : branches.entrySet().stream()
                        .filter(each -> each.getValue().equals(id.name()))
                        .map(Map.Entry::getKey)
                        .min((first, second) -> Boolean.compare(isUsual(second), isUsual(first)))
                        .orElse(null);
    }

    private static boolean isUsual(String branch) {
        return branch.equals("main") || branch.equals("master");
    }
}
