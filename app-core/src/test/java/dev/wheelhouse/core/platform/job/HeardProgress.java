package dev.wheelhouse.core.platform.job;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Remembers what work tells of itself. */
public final class HeardProgress implements JobProgress {

    private final List<String> reports = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    /** Each as {@code done/total words}, with {@code ?} for a total that is not known. */
    public List<String> words() {
        return reports;
    }

    public List<String> log() {
        return log;
    }

    @Override
    public void report(long done, @Nullable Long total, @Nullable String message) {
        reports.add(done + "/" + (total == null ? "?" : total) + " " + message);
    }

    @Override
    public void log(byte[] bytes) {
        log.add(new String(bytes, StandardCharsets.UTF_8).strip());
    }

    @Override
    public void result(Map<String, Object> result) {}

    @Override
    public void command(String serverId, ProcessMark process) {}

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void onCancel(Runnable action) {}
}
