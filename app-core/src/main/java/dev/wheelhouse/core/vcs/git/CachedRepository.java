package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;

/**
 * A bare repository that holds single commits, each with all of its files and without its history. A commit is known by a
 * name of its own, which is given once everything is there: what a killed console left half is never taken for a whole.
 * Thread-safe for reading; written by one thread at a time.
 */
final class CachedRepository implements AutoCloseable {

    private static final String KEPT = "refs/wheelhouse/";
    private static final String DAMAGED = "damaged";

    private final Path directory;
    private final FileRepository repository;

    private CachedRepository(Path directory, FileRepository repository) {
        this.directory = directory;
        this.repository = repository;
    }

    /**
     * Opens it, and makes it where it is not there or cannot be used.
     *
     * @param deltaBytes see {@link GitLimits}
     */
    static CachedRepository open(Path directory, long deltaBytes) throws IOException {
        if (Files.exists(directory.resolve(DAMAGED)) || !Files.isRegularFile(directory.resolve(Constants.HEAD))) {
            delete(directory);
        }
        if (Files.exists(directory)) {
            sweep(directory);
            try {
                return new CachedRepository(directory, new BoundedRepository(directory.toFile(), deltaBytes));
            } catch (IOException | IllegalArgumentException _) {
                // Half made, or of a disk that was full.
                delete(directory);
            }
        }
        PrivateFiles.createFolders(directory);
        FileRepository made = new BoundedRepository(directory.toFile(), deltaBytes);
        made.create(true);
        StoredConfig config = made.getConfig();
        // JGit counts the kept commits as reasons to pack by itself.
        config.setInt(ConfigConstants.CONFIG_GC_SECTION, null, "auto", 0);
        config.save();
        CachedRepository repository = new CachedRepository(directory, made);
        repository.closeToOthers();
        return repository;
    }

    /** JGit makes files that everybody may read, which a copy of the home would open. */
    void closeToOthers() {
        PrivateFiles.tighten(directory);
    }

    /** Removes what only a process that is gone can have needed. */
    private static void sweep(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".lock")
                        || name.endsWith(".keep")
                        || name.endsWith(".tmp")
                        || name.startsWith("incoming_")
                        || name.startsWith("noz")) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    FileRepository git() {
        return repository;
    }

    /** Where its contents of Git LFS are. */
    Path lfs() {
        return directory.resolve("lfs");
    }

    boolean has(ObjectId commit) throws IOException {
        return repository.exactRef(KEPT + commit.name()) != null;
    }

    boolean isEmpty() throws IOException {
        return packs() == 0;
    }

    int packs() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("objects/pack"))) {
            return (int) files.filter(each -> each.toString().endsWith(".pack")).count();
        }
    }

    /**
     * Makes sure that everything of a commit is there, and keeps that.
     *
     * @throws org.eclipse.jgit.errors.MissingObjectException when it is not
     */
    void keep(ObjectId commit) throws IOException {
        try (ObjectWalk walk = new ObjectWalk(repository)) {
            RevCommit start = walk.parseCommit(commit);
            walk.markStart(start);
            walk.checkConnectivity();
        }
        RefUpdate update = repository.updateRef(KEPT + commit.name());
        update.setNewObjectId(commit);
        update.disableRefLog();
        RefUpdate.Result result = update.forceUpdate();
        switch (result) {
            case NEW, NO_CHANGE, FORCED, FAST_FORWARD -> {}
            default -> throw new IOException("the commit could not be noted (" + result + ")");
        }
    }

    /** Says that something that was there is not: the next one to open it makes it anew. */
    void markDamaged() {
        try {
            PrivateFiles.createIfAbsent(directory.resolve(DAMAGED));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        repository.close();
    }

    /** Removes a repository; what is left of one by a kill is moved away first, so that it is no repository. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.deleteIfExists(directory.resolve(Constants.HEAD));
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Bytes of its files. */
    static long size(Path directory) throws IOException {
        long[] sum = new long[1];
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    /** Lets packs in only through a {@link PackGuard}. */
    private static final class BoundedRepository extends FileRepository {

        private final long deltaBytes;

        BoundedRepository(File directory, long deltaBytes) throws IOException {
            super(new FileRepositoryBuilder().setGitDir(directory).setBare().setup());
            this.deltaBytes = deltaBytes;
        }

        @Override
        public ObjectInserter newObjectInserter() {
            ObjectInserter inserter = super.newObjectInserter();
            return new ObjectInserter.Filter() {
                @Override
                protected ObjectInserter delegate() {
                    return inserter;
                }

                @Override
                public PackParser newPackParser(InputStream pack) throws IOException {
                    return inserter.newPackParser(new PackGuard(pack, deltaBytes));
                }
            };
        }
    }
}
