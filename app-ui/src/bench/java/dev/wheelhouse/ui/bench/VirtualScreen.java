package dev.wheelhouse.ui.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A screen in memory (Xvfb) that lives as long as the benchmark. */
final class VirtualScreen implements AutoCloseable {

    private final Process server;
    private final String display;

    private VirtualScreen(Process server, String display) {
        this.server = server;
        this.display = display;
    }

    /** @throws IOException when Xvfb is not installed or does not start */
    static VirtualScreen start() throws IOException {
        Process server = new ProcessBuilder(
                        List.of("Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader told = new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String number = told.readLine();
        if (number == null) {
            throw new IOException("Xvfb did not start");
        }
        return new VirtualScreen(server, ":" + number.strip());
    }

    /** For the environment's DISPLAY. */
    String display() {
        return display;
    }

    @Override
    public void close() {
        server.destroy();
    }
}
