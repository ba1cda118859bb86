package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;
import org.jspecify.annotations.Nullable;

/**
 * Judges the names and links of a commit before any of it is sent. Names are bytes, which git gives no meaning to: here they
 * are texts of ISO 8859-1, so that none gets lost. Pure.
 */
final class GitPaths {

    /** macOS leaves out some letters of UTF-8, so that more than one name is {@code .git} there. */
    private static final ObjectChecker NAMES = new ObjectChecker().setSafeForMacOS(true);

    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 4095;

    private GitPaths() {}

    /**
     * Refuses a name that is no file of its directory on every system: empty, {@code .}, {@code ..}, {@code .git} in any
     * spelling, or with a slash. A dash at its beginning and control characters are no harm within a tar.
     *
     * @param path with the name at its end
     * @throws AppException {@code tree_refused}
     */
    static void checkName(String path, String name) {
        byte[] bytes = bytes(name);
        try {
            NAMES.checkPathSegment(bytes, 0, bytes.length);
        } catch (CorruptObjectException e) {
            throw refused(path, "has a name that is not safe to write", e);
        }
        if (bytes.length > LONGEST_NAME || path.length() > LONGEST_PATH) {
            throw refused(path, "has a name that is too long for most systems", null);
        }
    }

    /**
     * Refuses a link that leads out of what is sent: one to an absolute path, one with more {@code ..} than directories above
     * it, and one that goes through something else than a directory and back up, where {@code ..} is not what the text says.
     *
     * @param path of the link
     * @param isDirectory whether the path of a text is a directory of the same commit
     * @throws AppException {@code tree_refused}
     */
    static void checkLink(String path, String target, Predicate<String> isDirectory) {
        if (target.isEmpty() || target.indexOf('\0') >= 0 || target.length() > LONGEST_PATH) {
            throw refused(path, "is a link to nothing that can be named", null);
        }
        if (target.startsWith("/")) {
            throw refused(path, "is a link to " + shown(target) + ", which is outside of the repository", null);
        }
        Deque<String> place = new ArrayDeque<>();
        for (String each : parent(path).split("/", -1)) {
            if (!each.isEmpty()) {
                place.addLast(each);
            }
        }
        boolean descended = false;
        for (String each : target.split("/", -1)) {
            if (each.isEmpty() || each.equals(".")) {
                continue;
            }
            if (!each.equals("..")) {
                descended = true;
                place.addLast(each);
                continue;
            }
            if (place.isEmpty()) {
                throw refused(path, "is a link to " + shown(target) + ", which is outside of the repository", null);
            }
            if (descended && !isDirectory.test(String.join("/", place))) {
                throw refused(path, "is a link to " + shown(target) + ", which goes up again from no directory", null);
            }
            place.removeLast();
        }
    }

    /** Where a path's directory is; "" for the root. */
    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    static String below(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /**
     * A folder inside a repository as people give it, in its one form: no slash at its ends, "" for the root.
     *
     * @throws AppException {@code tree_refused} for one that leads out
     */
    static String directory(String text) {
        StringBuilder path = new StringBuilder();
        for (String each : text.split("/", -1)) {
            if (each.isEmpty() || each.equals(".")) {
                continue;
            }
            if (each.equals("..") || each.indexOf('\0') >= 0) {
                throw refused(text(text), "is no folder inside of the repository", null);
            }
            path.append(path.isEmpty() ? "" : "/").append(each);
        }
        return text(path.toString());
    }

    static AppException refused(String path, String what, @Nullable Throwable cause) {
        return new AppException(
                GitError.TREE_REFUSED, "\"" + shown(path) + "\" " + what + ". Nothing was sent.", cause);
    }

    static AppException missing(String path) {
        return new AppException(
                GitError.TREE_REFUSED,
                "The commit has no folder \"" + shown(path) + "\". Check the source's directory.");
    }

    /** For people: as UTF-8, without what would change a line. */
    static String shown(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    static byte[] bytes(String path) {
        return path.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] path) {
        return new String(path, StandardCharsets.ISO_8859_1);
    }

    /** A text of people as a path. */
    static String text(String people) {
        return text(people.getBytes(StandardCharsets.UTF_8));
    }
}
