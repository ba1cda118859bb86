package dev.wheelhouse.ui.logs.gateway;

import org.jspecify.annotations.Nullable;

/**
 * Where a log comes from.
 *
 * @param id of the app or the server; empty for a file of this machine
 * @param path of the file; empty for an app
 */
public record LogOrigin(@Nullable Kind kind, String id, String path) {

    /** Kinds of origins. */
    public enum Kind {
        APP,
        FILE,
        SERVER_FILE
    }

    public static LogOrigin app(String appId) {
        return new LogOrigin(Kind.APP, appId, "");
    }

    public static LogOrigin file(String path) {
        return new LogOrigin(Kind.FILE, "", path);
    }

    public static LogOrigin serverFile(String serverId, String path) {
        return new LogOrigin(Kind.SERVER_FILE, serverId, path);
    }
}
