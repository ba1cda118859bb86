package dev.wheelhouse.core.vcs.push;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Whether a push touches what somebody watches. A pattern is a path below the repository: a file, a directory with all in
 * it, or one with {@code *} (any characters but a slash), {@code **} (any characters) and {@code ?} (one character but a
 * slash). One with {@code !} before it excludes; of those that match a path the last one decides. Letters count as they
 * are. Pure.
 */
public final class WatchPaths {

    private WatchPaths() {}

    /**
     * @param patterns none for everything; only excluding ones for everything else
     * @param push whose paths may be unknown, which touches everything
     */
    public static boolean isTouched(Collection<String> patterns, Push push) {
        return push.changedPaths().map(paths -> isTouched(patterns, paths)).orElse(true);
    }

    /** @param paths below the repository */
    public static boolean isTouched(Collection<String> patterns, Collection<String> paths) {
        if (patterns.isEmpty()) {
            return true;
        }
        boolean onlyExcludes = patterns.stream().allMatch(each -> each.startsWith("!"));
        return paths.stream().anyMatch(path -> isWatched(patterns, path, onlyExcludes));
    }

    private static boolean isWatched(Collection<String> patterns, String path, boolean otherwise) {
        boolean watched = otherwise;
        for (String each : patterns) {
            boolean excludes = each.startsWith("!");
            if (matches(excludes ? each.substring(1) : each, path)) {
                watched = !excludes;
            }
        }
        return watched;
    }

    /** Whether a pattern is of a path or of a directory above it. */
    static boolean matches(String pattern, String path) {
        String bare = pattern.replaceAll("^(\\./|/)+|/+$", "");
        if (bare.isEmpty() || bare.equals(".")) {
            return true;
        }
        // Where a pattern has matched all before: at the end of the path, or of a directory in it.
        boolean[] at = new boolean[path.length() + 1];
        at[0] = true;
        for (String token : tokens(bare)) {
            at = after(token, path, at);
        }
        for (int i = 0; i < path.length(); i++) {
            if (at[i] && path.charAt(i) == '/') {
                return true;
            }
        }
        return at[path.length()];
    }

    private static List<String> tokens(String pattern) {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.startsWith("**/", i)) {
                tokens.add("**/");
                i += 2;
            } else if (pattern.startsWith("**", i)) {
                tokens.add("**");
                i++;
            } else {
                tokens.add(pattern.substring(i, i + 1));
            }
        }
        return tokens;
    }

    /** Where one could be after a token, in one pass over the path whatever the pattern is. */
    private static boolean[] after(String token, String path, boolean[] before) {
        boolean[] after = new boolean[before.length];
        boolean running = false;
        for (int i = 0; i <= path.length(); i++) {
            char passed = i == 0 ? '/' : path.charAt(i - 1);
            switch (token) {
                case "*" -> {
                    running = before[i] || (running && passed != '/');
                    after[i] = running;
                }
                case "**" -> {
                    running = running || before[i];
                    after[i] = running;
                }
                case "**/" -> {
                    // Nothing at all, or whole directories.
                    after[i] = before[i] || (running && passed == '/');
                    running = running || before[i];
                }
                case "?" -> after[i] = i > 0 && before[i - 1] && passed != '/';
                default -> after[i] = i > 0 && before[i - 1] && passed == token.charAt(0);
            }
        }
        return after;
    }
}
