package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The repositories that apps come from. Every method may block and throws {@code AppException} with words for people. */
public interface SourceRepository {

    /** As much of a file as is read to learn what it says, bytes. */
    int LONGEST_TEXT = 256 * 1024;

    /**
     * A commit.
     *
     * @param id 40 hex digits
     * @param subject the first line of its message
     * @param author name of whoever wrote it
     */
    record Commit(String id, String subject, String author) {}

    /** The files of a commit, all of them here. */
    interface Tree extends AutoCloseable {

        Commit commit();

        /** Writes the source's directory, as a tar. */
        void writeTar(OutputStream output) throws IOException;

        @Override
        void close();
    }

    /**
     * The commit that a name stands for now, 40 hex digits.
     *
     * @param ref a branch, a tag or a commit; null for the source's branch
     * @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code ref} for one that is not
     *     there; what the repository refuses
     */
    String resolve(AppSource source, @Nullable String ref);

    /**
     * Where a branch leads.
     *
     * @param commitId 40 hex digits
     */
    record Tip(String branch, String commitId) {}

    /** Where the source's branch leads now; empty where there is no such branch, or nothing in it. */
    Optional<Tip> tip(AppSource source);

    /**
     * Whether a commit asks to be deployed: it does not say that it should be skipped, and changes something that is watched
     * since another one.
     *
     * @param before 40 hex digits
     */
    boolean isWanted(AppSource source, String before, String commitId);

    /**
     * Fetches a commit. An interrupt ends it.
     *
     * @param commitId 40 hex digits
     */
    Tree fetch(AppSource source, String commitId, JobProgress progress);

    /**
     * Fetches a commit and reads files that stand at the top of the source's directory, as UTF-8, each cut after
     * {@value #LONGEST_TEXT} bytes. Submodules and Git LFS are left out. An interrupt ends it.
     *
     * @param commitId 40 hex digits
     * @param names of files; those that are not there have no text
     */
    Map<String, String> texts(AppSource source, String commitId, Set<String> names);

    /**
     * Refuses a connection that is not there.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code connectionId}
     */
    void requireConnection(Transaction tx, String organizationId, String connectionId);

    /** What must not get into a log: what the repository is read with. */
    Set<String> secrets(AppSource source);
}
