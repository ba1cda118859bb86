package dev.wheelhouse.ui.logs;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What other screens can ask of the logs screen, which comes to the front for it. */
public interface LogsEntrance {

    /** @param at where to stand; null for the end, which is followed */
    void openApp(String appId, @Nullable Instant at);

    /** One tab with the logs of several apps, merged by time. */
    void openApps(List<String> appIds);

    /** A file of this machine. */
    void openFile(Path file);

    void openServerFile(String serverId, String path);
}
