package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.BlobBasedConfig;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/**
 * A commit's files at their place in a tar: the repository itself, or one of its submodules. Paths are texts of ISO 8859-1, as
 * in {@link GitPaths}. For one thread.
 */
final class Mount implements AutoCloseable {

    private final GitCache.Use use;
    private final @Nullable Mount parent;
    private final GitRemote remote;
    private final RevCommit commit;
    private final String inside;
    private final String at;
    private final Map<String, Mount> submodules = new HashMap<>();
    private final Map<String, LfsPointer> lfs = new HashMap<>();
    private @Nullable Map<String, String> submoduleUrls;

    /** @param inside the folder of the repository that is sent; "" for all */
    static Mount root(GitCache.Use use, GitRemote remote, ObjectId commit, String inside) throws IOException {
        return new Mount(use, null, remote, commit, inside, "");
    }

    /** @param at where it stands in the tar */
    static Mount submodule(GitCache.Use use, Mount parent, GitRemote remote, ObjectId commit, String at)
            throws IOException {
        return new Mount(use, parent, remote, commit, "", at);
    }

    private Mount(GitCache.Use use, @Nullable Mount parent, GitRemote remote, ObjectId commit, String inside, String at)
            throws IOException {
        this.use = use;
        this.parent = parent;
        this.remote = remote;
        this.inside = inside;
        this.at = at;
        try (RevWalk walk = new RevWalk(use.repository().git())) {
            this.commit = walk.parseCommit(commit);
        }
    }

    /** How many others it is within. */
    int depth() {
        return parent == null ? 0 : parent.depth() + 1;
    }

    GitRemote remote() {
        return remote;
    }

    CachedRepository repository() {
        return use.repository();
    }

    RevCommit commit() {
        return commit;
    }

    String at() {
        return at;
    }

    /** Those that were found on the way, by their path in the tar. */
    Map<String, Mount> submodules() {
        return submodules;
    }

    /** The files of Git LFS that were found on the way, by their path in the tar. */
    Map<String, LfsPointer> lfs() {
        return lfs;
    }

    /** @throws AppException {@code tree_refused} when the folder is not there */
    ObjectId root() throws IOException {
        if (inside.isEmpty()) {
            return commit.getTree();
        }
        try (TreeWalk walk = find(inside)) {
            if (walk == null || !FileMode.TREE.equals(walk.getRawMode(0))) {
                throw GitPaths.missing(inside);
            }
            return walk.getObjectId(0);
        }
    }

    /** Whether a path of the tar is a directory of this commit. */
    boolean isDirectory(String path) {
        String own = at.isEmpty() ? path : path.startsWith(at + "/") ? path.substring(at.length() + 1) : "";
        if (own.isEmpty()) {
            return false;
        }
        try (TreeWalk walk = find(GitPaths.below(inside, own))) {
            return walk != null && FileMode.TREE.equals(walk.getRawMode(0));
        } catch (IOException _) {
            return false;
        }
    }

    /** Whether {@code .gitattributes} say of a file that its content is in Git LFS. */
    boolean isLfs(String path) throws IOException {
        try (TreeWalk walk = find(inRepository(path))) {
            return walk != null && "lfs".equals(walk.getAttributes().getValue("filter"));
        }
    }

    private String inRepository(String path) {
        return GitPaths.below(inside, at.isEmpty() ? path : path.substring(at.length() + 1));
    }

    /** JGit takes paths as UTF-8; one that is not is not found. */
    private @Nullable TreeWalk find(String path) throws IOException {
        return TreeWalk.forPath(
                repository().git(), new String(GitPaths.bytes(path), StandardCharsets.UTF_8), commit.getTree());
    }

    /** What {@code .gitmodules} says of the submodule at a path of the tar. */
    GitRemote submodule(String path) throws IOException {
        Map<String, String> urls = submoduleUrls;
        if (urls == null) {
            urls = urls();
            submoduleUrls = urls;
        }
        String url = urls.get(inRepository(path));
        if (url == null) {
            throw new AppException(
                    GitError.SUBMODULE_REFUSED,
                    "The submodule \"" + GitPaths.shown(path)
                            + "\" has no address in .gitmodules. Add one, or remove it.");
        }
        return SubmoduleUrls.resolve(remote, path, url);
    }

    private Map<String, String> urls() throws IOException {
        Map<String, String> urls = new HashMap<>();
        Config config = config(".gitmodules").orElseGet(Config::new);
        for (String name : config.getSubsections("submodule")) {
            String path = config.getString("submodule", name, "path");
            String url = config.getString("submodule", name, "url");
            if (path != null && url != null) {
                urls.put(GitPaths.text(path), url);
            }
        }
        return urls;
    }

    /** The address that {@code .lfsconfig} gives for Git LFS. */
    Optional<String> lfsUrl() throws IOException {
        return config(".lfsconfig").map(config -> config.getString("lfs", null, "url"));
    }

    private Optional<Config> config(String file) throws IOException {
        try (TreeWalk walk = find(file)) {
            if (walk == null
                    || !(FileMode.REGULAR_FILE.equals(walk.getRawMode(0))
                            || FileMode.EXECUTABLE_FILE.equals(walk.getRawMode(0)))) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(new BlobBasedConfig(null, repository().git(), commit, file));
        } catch (ConfigInvalidException e) {
            throw new AppException(
                    GitError.TREE_REFUSED, "The file " + file + " of " + remote.shown() + " is malformed.", e);
        }
    }

    /**
     * Has it made anew where what failed is the cache: something is missing there, or is no longer what it was.
     *
     * @param failure of reading it
     */
    void heal(IOException failure) {
        if (!(failure instanceof FileSystemException)) {
            repository().markDamaged();
            submodules.values().forEach(each -> each.heal(failure));
        }
    }

    /** With its submodules. */
    @Override
    public void close() {
        submodules.values().forEach(Mount::close);
        use.close();
    }
}
