package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Objects;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * The files of one commit below one of its folders, all of them on this machine and all of them looked at: it is known how
 * many there are, and that none leads out. For one thread at a time; to be closed.
 */
public final class GitTree implements AutoCloseable {

    private final Mount mount;
    private final long files;
    private final long bytes;

    private GitTree(Mount mount, TreePlan plan) {
        this.mount = mount;
        this.files = plan.files();
        this.bytes = plan.bytes();
    }

    static GitTree open(
            GitCache cache,
            GitTransports transports,
            GitRemote remote,
            ObjectId commit,
            String directory,
            GitProgress progress) {
        FetchMeter meter = new FetchMeter(progress);
        GitCache.Use use = cache.use(remote);
        boolean opened = false;
        Mount mount = null;
        try {
            use.fetch(commit, meter);
            mount = Mount.root(use, remote, commit, directory);
            TreePlan plan = new TreePlan(cache, transports.limits(), meter);
            TreeVisit.walk(mount, plan);
            new LfsObjects(transports, progress).fetch(mount);
            opened = true;
            return new GitTree(mount, plan);
        } catch (IOException e) {
            if (mount == null) {
                use.repository().markDamaged();
            } else {
                mount.heal(e);
            }
            throw GitFailures.of(remote, e);
        } finally {
            if (!opened) {
                if (mount == null) {
                    use.close();
                } else {
                    mount.close();
                }
            }
        }
    }

    /** The commit that was asked for. */
    public CommitFacts commit() {
        return CommitFacts.of(mount.commit());
    }

    /** Files and links, those of submodules among them. */
    public long files() {
        return files;
    }

    /** Bytes of all files together. */
    public long bytes() {
        return bytes;
    }

    /**
     * Writes everything as a tar: folders before what is in them, modes 0755 and 0644, links as links, times those of the
     * commit, user and group 0. The same commit always makes the same bytes. Memory does not grow with the files.
     *
     * @param out not closed here
     * @throws AppException {@code cancelled} on an interrupt; {@code upstream_failed} when the cache turns out to be damaged,
     *     in which case another try fetches it anew
     * @throws IOException of {@code out}
     */
    public void writeTar(OutputStream out, GitProgress progress) throws IOException {
        TarWriter tar = new TarWriter(out, Integer.toUnsignedLong(mount.commit().getCommitTime()));
        try {
            TreeVisit.walk(mount, new Sending(tar, progress));
        } catch (MissingObjectException | CorruptObjectException e) {
            mount.heal(e);
            throw GitFailures.of(mount.remote(), e);
        }
        tar.finish();
    }

    private static final class Sending implements TreeVisit {

        private final TarWriter tar;
        private final GitProgress progress;
        private long bytes;
        private long files;

        Sending(TarWriter tar, GitProgress progress) {
            this.tar = tar;
            this.progress = progress;
        }

        @Override
        public void directory(Mount mount, String path) throws IOException {
            tar.directory(path);
        }

        @Override
        public void link(Mount mount, String path, ObjectReader reader, ObjectId id) throws IOException {
            tar.link(path, TreePlan.target(path, reader, id));
            sent(mount, 0);
        }

        @Override
        public void file(Mount mount, String path, boolean executable, ObjectReader reader, ObjectId id)
                throws IOException {
            LfsPointer pointer = mount.lfs().get(path);
            if (pointer != null) {
                try (InputStream content = Files.newInputStream(LfsObjects.file(mount.repository(), pointer))) {
                    tar.file(path, executable, pointer.bytes(), content);
                }
                sent(mount, pointer.bytes());
                return;
            }
            ObjectLoader blob = reader.open(id, Constants.OBJ_BLOB);
            try (InputStream content = blob.openStream()) {
                tar.file(path, executable, blob.getSize(), content);
            }
            sent(mount, blob.getSize());
        }

        private void sent(Mount mount, long count) {
            if (Thread.currentThread().isInterrupted()) {
                throw GitFailures.cancelled(mount.remote());
            }
            files++;
            bytes += count;
            progress.reached(GitProgress.Step.SEND, bytes, files);
        }

        @Override
        public Mount submodule(Mount mount, String path, ObjectId commit) {
            return Objects.requireNonNull(mount.submodules().get(path));
        }
    }

    @Override
    public void close() {
        mount.close();
    }
}
