package dev.wheelhouse.core.platform.job;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Through it running work reports its progress and sees that it should stop. */
public interface JobProgress {

    /**
     * @param done how far, in a unit of the work's own
     * @param total where it ends, in the same unit; null while unknown
     * @param message what it does now; null for nothing to say
     */
    void report(long done, @Nullable Long total, @Nullable String message);

    /**
     * Adds to the job's log, which keeps the beginning and the end of what is more than 5 MiB. Never fails.
     *
     * @param bytes UTF-8; not kept by reference
     */
    void log(byte[] bytes);

    /** Adds a line to the job's log. */
    default void log(String line) {
        log((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** What came of it, for programs: JSON-able, without null. The last call counts. */
    void result(Map<String, Object> result);

    /**
     * Names the command that the job waits for, so that it can be found and stopped should this console die. Returns at
     * once.
     *
     * @param serverId where it runs
     */
    void command(String serverId, ProcessMark process);

    boolean isCancelled();

    /** Runs when the job is cancelled, at once if it already is; for work that blocks where no interrupt reaches. */
    void onCancel(Runnable action);
}
