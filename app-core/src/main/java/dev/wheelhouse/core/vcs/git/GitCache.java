package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Commits of repositories, in the console's home ({@code cache/git}). A directory for each address holds the commits that
 * were asked for, without their history; only what is new of a commit is fetched. It may be deleted at any time while no
 * console runs. One thread fetches from an address at a time, others wait for it; reading goes on meanwhile. Thread-safe; an
 * interrupt ends a fetch with {@code cancelled}.
 */
public final class GitCache {

    private static final System.Logger LOG = System.getLogger(GitCache.class.getName());
    private static final String USED = "used";
    private static final int MOST_CHANGES = 50_000;

    private final Path root;
    private final Home home;
    private final GitTransports transports;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> kept = new HashMap<>();

    /** A repository that is in use. */
    private static final class Kept {
        final Semaphore turn = new Semaphore(1);
        int users;

        @Nullable
        CachedRepository repository;
    }

    public GitCache(Home home, OutgoingRequests requests, Clock clock, GitLimits limits) {
        this.home = home;
        this.root = home.file("cache").resolve("git");
        this.transports = new GitTransports(requests, limits);
        this.clock = clock;
    }

    /**
     * Makes sure that a commit and all of its files are there, without submodules and Git LFS.
     *
     * @param commit 40 hex digits
     * @throws AppException as {@link GitRemotes#list}; {@code ref_unknown} for a commit that the server does not have;
     *     {@code storage_full}
     */
    public CommitFacts fetch(GitRemote remote, String commit, GitProgress progress) {
        try (Use use = use(remote)) {
            use.fetch(id(remote, commit), new FetchMeter(progress));
            return use.facts(id(remote, commit));
        }
    }

    /**
     * The files of a commit, with submodules and Git LFS in place; everything is there when this returns.
     *
     * @param commit 40 hex digits
     * @param directory the folder inside the repository; "" for all of it
     * @return to be closed: until then none of it is removed
     * @throws AppException as {@link #fetch}; {@code tree_refused}, {@code submodule_refused}, {@code lfs_object_missing};
     *     {@code payload_too_large}
     */
    public GitTree tree(GitRemote remote, String commit, String directory, GitProgress progress) {
        return GitTree.open(this, transports, remote, id(remote, commit), GitPaths.directory(directory), progress);
    }

    /**
     * Files at the top of a folder of a commit, as UTF-8; without submodules and links, and a file of Git LFS is its pointer.
     *
     * @param commit 40 hex digits
     * @param directory the folder inside the repository; "" for its top
     * @param names of files; those that are not there are left out
     * @param longest bytes after which a file is cut
     * @throws AppException as {@link #fetch}; {@code tree_refused} when the folder is not there
     */
    public Map<String, String> texts(
            GitRemote remote, String commit, String directory, Set<String> names, int longest) {
        ObjectId id = id(remote, commit);
        try (Use use = use(remote)) {
            use.fetch(id, new FetchMeter(GitProgress.NONE));
            try (ObjectReader reader = use.repository().git().newObjectReader();
                    TreeWalk walk = new TreeWalk(reader)) {
                // Closed with its use.
                walk.addTree(Mount.root(use, remote, id, GitPaths.directory(directory))
                        .root());
                Map<String, String> texts = new HashMap<>();
                while (walk.next()) {
                    boolean isFile = walk.getFileMode(0).getObjectType() == Constants.OBJ_BLOB
                            && !FileMode.SYMLINK.equals(walk.getRawMode(0));
                    if (isFile && names.contains(walk.getPathString())) {
                        try (InputStream content = reader.open(walk.getObjectId(0), Constants.OBJ_BLOB)
                                .openStream()) {
                            texts.put(
                                    walk.getPathString(),
                                    new String(content.readNBytes(longest), StandardCharsets.UTF_8));
                        }
                    }
                }
                return texts;
            } catch (IOException e) {
                use.repository().markDamaged();
                throw GitFailures.of(remote, e);
            }
        }
    }

    /**
     * The paths whose content or mode differs between two commits that were fetched, a submodule as its own path.
     *
     * @return empty where it is not known: one of them is not there (any more), or too many differ
     */
    public Optional<List<String>> changedPaths(GitRemote remote, String before, String after) {
        ObjectId first = id(remote, before);
        ObjectId second = id(remote, after);
        try (Use use = use(remote)) {
            CachedRepository cached = use.repository();
            if (!cached.has(first) || !cached.has(second)) {
                return Optional.empty();
            }
            try (RevWalk commits = new RevWalk(cached.git());
                    TreeWalk trees = new TreeWalk(cached.git())) {
                trees.addTree(commits.parseCommit(first).getTree());
                trees.addTree(commits.parseCommit(second).getTree());
                trees.setRecursive(true);
                trees.setFilter(TreeFilter.ANY_DIFF);
                List<String> paths = new ArrayList<>();
                while (trees.next()) {
                    if (paths.size() == MOST_CHANGES) {
                        return Optional.empty();
                    }
                    paths.add(trees.getPathString());
                }
                return Optional.of(paths);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "The cache of " + remote + " is damaged and will be made anew", e);
                cached.markDamaged();
                return Optional.empty();
            }
        } catch (IOException e) {
            throw GitFailures.of(remote, e);
        }
    }

    private static ObjectId id(GitRemote remote, String commit) {
        if (!ObjectId.isId(commit)) {
            throw new AppException(
                    GitError.REF_UNKNOWN, "\"" + GitPaths.shown(commit) + "\" is no commit of " + remote.shown() + ".");
        }
        return ObjectId.fromString(commit);
    }

    /** A repository, which stays as long as this is open. */
    final class Use implements AutoCloseable {

        private final GitRemote remote;
        private final String name;
        private final Kept entry;
        private boolean closed;

        private Use(GitRemote remote, String name, Kept entry) {
            this.remote = remote;
            this.name = name;
            this.entry = entry;
        }

        CachedRepository repository() {
            CachedRepository repository = entry.repository;
            if (repository == null) {
                throw new IllegalStateException("Closed already");
            }
            return repository;
        }

        CommitFacts facts(ObjectId commit) {
            try (RevWalk walk = new RevWalk(repository().git())) {
                return CommitFacts.of(walk.parseCommit(commit));
            } catch (IOException e) {
                repository().markDamaged();
                throw GitFailures.of(remote, e);
            }
        }

        void fetch(ObjectId commit, FetchMeter meter) {
            takeTurn(entry, remote);
            try {
                if (repository().has(commit)) {
                    return;
                }
                if (repository().packs() >= transports.limits().packs()) {
                    renew();
                }
                boolean fresh = repository().isEmpty();
                try {
                    receive(commit, meter);
                } catch (IOException e) {
                    // What was there before may be damaged; once from the beginning tells.
                    if (fresh || !renew()) {
                        throw e;
                    }
                    receive(commit, meter);
                }
            } catch (IOException | RuntimeException e) {
                throw GitFailures.of(remote, e);
            } finally {
                entry.turn.release();
            }
            noteSize(name);
            makeRoom();
        }

        private void receive(ObjectId commit, FetchMeter meter) throws IOException {
            try {
                Fetching.fetch(transports, repository(), remote, commit, meter);
            } finally {
                repository().closeToOthers();
            }
        }

        /** Begins from nothing, where nobody else reads it. */
        private boolean renew() throws IOException {
            lock.lock();
            try {
                if (entry.users > 1) {
                    return false;
                }
                repository().close();
                entry.repository = null;
                CachedRepository.delete(root.resolve(name));
                entry.repository = openRepository(name);
                return true;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (!closed) {
                    closed = true;
                    leave(name, entry);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Opens the repository of an address.
     *
     * @throws AppException {@code validation_failed} for a directory of the console's own home
     */
    Use use(GitRemote remote) {
        remote.directory().filter(home::contains).ifPresent(directory -> {
            throw AppException.invalid("url", "The console's own home is not read. Name another directory.");
        });
        String name = Sha256.hexOf(remote.url().toString());
        Kept entry;
        lock.lock();
        try {
            entry = kept.computeIfAbsent(name, key -> new Kept());
            entry.users++;
        } finally {
            lock.unlock();
        }
        boolean opened = false;
        try {
            takeTurn(entry, remote);
            try {
                if (entry.repository == null) {
                    entry.repository = openRepository(name);
                }
                touch(name);
            } finally {
                entry.turn.release();
            }
            opened = true;
            return new Use(remote, name, entry);
        } catch (IOException e) {
            throw GitFailures.of(remote, e);
        } finally {
            if (!opened) {
                lock.lock();
                try {
                    leave(name, entry);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private CachedRepository openRepository(String name) throws IOException {
        PrivateFiles.createFolders(root);
        return CachedRepository.open(root.resolve(name), transports.limits().deltaBytes());
    }

    private void touch(String name) throws IOException {
        Path used = root.resolve(name).resolve(USED);
        PrivateFiles.createIfAbsent(used);
        Files.setLastModifiedTime(used, FileTime.from(clock.instant()));
    }

    /** So that making room need not walk through every file of all. */
    private void noteSize(String name) {
        try {
            Path used = root.resolve(name).resolve(USED);
            Files.writeString(used, Long.toString(CachedRepository.size(root.resolve(name))));
            Files.setLastModifiedTime(used, FileTime.from(clock.instant()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The size of a cached repository could not be noted", e);
        }
    }

    /** As it was after the last fetch; counted where that was not noted, as after a kill. */
    private static long size(Path directory, Path used) throws IOException {
        String noted = Files.exists(used) ? Files.readString(used) : "";
        return noted.matches("[0-9]{1,18}") ? Long.parseLong(noted) : CachedRepository.size(directory);
    }

    private void leave(String name, Kept entry) {
        entry.users--;
        if (entry.users == 0) {
            kept.remove(name);
            if (entry.repository != null) {
                entry.repository.close();
                entry.repository = null;
            }
        }
    }

    private static void takeTurn(Kept entry, GitRemote remote) {
        try {
            entry.turn.acquire();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw GitFailures.cancelled(remote);
        }
    }

    /** Removes what was not used for longest, until the rest is small enough; what is in use stays. */
    private void makeRoom() {
        try {
            long sum = 0;
            List<Aged> all = aged();
            for (Aged each : all) {
                sum += each.bytes;
            }
            for (Aged each : all) {
                if (sum > transports.limits().cacheBytes() && removeUnused(each.name)) {
                    sum -= each.bytes;
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The cache of repositories could not be made smaller", e);
        }
    }

    private record Aged(String name, long bytes, FileTime used) {}

    private List<Aged> aged() throws IOException {
        List<Aged> all = new ArrayList<>();
        try (Stream<Path> directories = Files.list(root)) {
            for (Path each : directories.toList()) {
                Path used = each.resolve(USED);
                all.add(new Aged(
                        String.valueOf(each.getFileName()),
                        size(each, used),
                        Files.exists(used) ? Files.getLastModifiedTime(used) : FileTime.fromMillis(0)));
            }
        }
        all.sort(Comparator.comparing(Aged::used));
        return all;
    }

    private boolean removeUnused(String name) throws IOException {
        lock.lock();
        try {
            if (kept.containsKey(name)) {
                return false;
            }
            CachedRepository.delete(root.resolve(name));
            return true;
        } finally {
            lock.unlock();
        }
    }
}
