package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;

/** Looks at every file of a commit before the first is sent: refuses, counts, and gets what is elsewhere. For one thread. */
final class TreePlan implements TreeVisit {

    private static final int LONGEST_LINK = 4096;
    /** Version, id and length take more. */
    private static final int SHORTEST_POINTER = 100;

    private final GitCache cache;
    private final GitLimits limits;
    private final FetchMeter meter;
    private final Deque<Folder> folders = new ArrayDeque<>();
    private int submodules;
    private long files;
    private long bytes;

    /** A folder that is being looked at, with the names in it. */
    private record Folder(String path, Set<String> names) {}

    TreePlan(GitCache cache, GitLimits limits, FetchMeter meter) {
        this.cache = cache;
        this.limits = limits;
        this.meter = meter;
        folders.push(new Folder("", new HashSet<>()));
    }

    long files() {
        return files;
    }

    long bytes() {
        return bytes;
    }

    private void enter(String path) {
        String parent = GitPaths.parent(path);
        while (!folders.getFirst().path.equals(parent)) {
            folders.pop();
        }
        String name = path.substring(parent.isEmpty() ? 0 : parent.length() + 1);
        if (!folders.getFirst().names.add(name)) {
            throw GitPaths.refused(path, "stands twice in its folder", null);
        }
    }

    @Override
    public void directory(Mount mount, String path) {
        enter(path);
        folders.push(new Folder(path, new HashSet<>()));
    }

    @Override
    public void link(Mount mount, String path, ObjectReader reader, ObjectId id) throws IOException {
        enter(path);
        GitPaths.checkLink(path, target(path, reader, id), mount::isDirectory);
        files++;
    }

    static String target(String path, ObjectReader reader, ObjectId id) throws IOException {
        try {
            return GitPaths.text(reader.open(id, Constants.OBJ_BLOB).getCachedBytes(LONGEST_LINK));
        } catch (LargeObjectException e) {
            throw GitPaths.refused(path, "is a link to nothing that can be named", e);
        }
    }

    @Override
    public void file(Mount mount, String path, boolean executable, ObjectReader reader, ObjectId id)
            throws IOException {
        enter(path);
        long size = reader.getObjectSize(id, Constants.OBJ_BLOB);
        if (size >= SHORTEST_POINTER && size <= LfsPointer.LONGEST) {
            Optional<LfsPointer> pointer =
                    LfsPointer.read(reader.open(id, Constants.OBJ_BLOB).getCachedBytes(LfsPointer.LONGEST));
            if (pointer.isPresent() && mount.isLfs(path)) {
                mount.lfs().put(path, pointer.get());
                size = pointer.get().bytes();
            }
        }
        files++;
        bytes += size;
    }

    @Override
    public Mount submodule(Mount mount, String path, ObjectId commit) throws IOException {
        submodules++;
        if (submodules > limits.submodules()) {
            throw refused("The commit has more than " + limits.submodules() + " submodules.");
        }
        if (mount.depth() >= limits.depth()) {
            throw refused("The submodule \"" + GitPaths.shown(path) + "\" is nested deeper than " + limits.depth()
                    + " others. Do they contain each other?");
        }
        GitRemote remote = mount.submodule(path);
        Mount found = fetched(mount, remote, path, commit);
        mount.submodules().put(path, found);
        return found;
    }

    private Mount fetched(Mount parent, GitRemote remote, String path, ObjectId commit) throws IOException {
        GitCache.Use use = cache.use(remote);
        boolean mounted = false;
        try {
            use.fetch(commit, meter);
            Mount mount = Mount.submodule(use, parent, remote, commit, path);
            mounted = true;
            return mount;
        } catch (AppException e) {
            throw new AppException(
                    e.errorCode(),
                    "The submodule \"" + GitPaths.shown(path) + "\": " + e.getMessage(),
                    e.details(),
                    e.getCause());
        } finally {
            if (!mounted) {
                use.close();
            }
        }
    }

    private static AppException refused(String message) {
        return new AppException(GitError.SUBMODULE_REFUSED, message);
    }
}
