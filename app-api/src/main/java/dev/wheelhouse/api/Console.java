package dev.wheelhouse.api;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.LaunchOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;

/** A core with its API, started and stopped as one. */
public final class Console implements AutoCloseable {

    private final Core core;
    private final ApiServer server;
    private final Announcement announcement;

    private Console(Core core, ApiServer server, Announcement announcement) {
        this.core = core;
        this.server = server;
        this.announcement = announcement;
    }

    /**
     * Starts everything and announces it. When it throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had
     */
    public static Console start(LaunchOptions options, Clock clock, PrintStream out) throws IOException {
        Core core = Core.start(new CoreConfig(options.home(), options.storeUrl(), clock, new SecureRandom()));
        try {
            ApiServer server = ApiWiring.start(core, options.port(), clock);
            return new Console(core, server, Announcement.make(core, server, out));
        } catch (IOException | RuntimeException e) {
            core.close();
            throw e;
        }
    }

    public Core core() {
        return core;
    }

    public ApiServer server() {
        return server;
    }

    /**
     * Stops accepting, lets requests end, cancels the statements of those that do not, closes the core; within ten
     * seconds. May be called twice.
     */
    @Override
    public void close() {
        announcement.close();
        if (!server.drain()) {
            core.databases().cancelRunning();
        }
        server.close();
        core.close();
    }
}
