package dev.wheelhouse.core.platform.home;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Where a path leads once every link is followed in the order the system follows them (path_resolution(7)). Unlike
 * {@link Path#toRealPath}, it also answers for what does not exist yet: a link to nowhere leads to where a file made
 * through it would lie, and {@code link/..} is the parent of the link's target.
 */
public final class FollowedLinks {

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private FollowedLinks() {}

    /**
     * @param path absolute
     * @throws IOException when a link cannot be read or the links go round in circles
     */
    public static Path of(Path path) throws IOException {
        Deque<Path> ahead = new ArrayDeque<>();
        putInFront(ahead, path);
        Path at = path.getRoot();
        int followed = 0;
        while (!ahead.isEmpty()) {
            Path name = ahead.pop();
            Path next = at.resolve(name);
            if (name.toString().equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
            } else if (Files.isSymbolicLink(next)) {
                followed++;
                if (followed > MOST_LINKS) {
                    throw new FileSystemLoopException(path.toString());
                }
                Path target = Files.readSymbolicLink(next);
                at = target.isAbsolute() ? target.getRoot() : at;
                putInFront(ahead, target);
            } else if (!name.toString().equals(".")) {
                at = next;
            }
        }
        return at;
    }

    private static void putInFront(Deque<Path> ahead, Path path) {
        Deque<Path> reversed = new ArrayDeque<>();
        path.forEach(reversed::push);
        for (Iterator<Path> names = reversed.iterator(); names.hasNext(); ) {
            ahead.push(names.next());
        }
    }
}
