package dev.wheelhouse.core.vcs.push;

import java.util.List;

/**
 * A commit of a push.
 *
 * @param id its hash
 * @param paths added, changed and removed ones, below the repository
 */
public record PushedCommit(String id, String message, List<String> paths) {

    public PushedCommit {
        paths = List.copyOf(paths);
    }
}
