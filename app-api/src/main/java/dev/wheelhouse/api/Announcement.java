package dev.wheelhouse.api;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells where the API answers: one line for people, {@code api.json} (0600) in the home for scripts. */
public final class Announcement implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Announcement.class.getName());
    private static final String FILE = "api.json";

    private final Home home;

    private Announcement(Home home) {
        this.home = home;
    }

    /** Announces a running server; the file goes away again when this is closed. */
    public static Announcement make(Core core, ApiServer server, PrintStream out) throws IOException {
        String url = "http://127.0.0.1:" + server.port();
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("url", url);
        file.put("port", server.port());
        file.put("pid", ProcessHandle.current().pid());
        core.home().writePrivately(FILE, Json.write(file) + "\n");
        out.println("Wheelhouse " + ProductVersion.current() + " listening on " + url + " (token: "
                + core.access().localTokenFile() + ")");
        out.flush();
        return new Announcement(core.home());
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(home.file(FILE));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "api.json could not be removed", e);
        }
    }
}
