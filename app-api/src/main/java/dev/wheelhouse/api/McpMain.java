package dev.wheelhouse.api;

import dev.wheelhouse.api.mcp.McpBridge;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Wheelhouse for assistants that start a program and speak the Model Context Protocol with it. */
public final class McpMain {

    private McpMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        // Standard output is for messages alone.
        FileOutputStream messages = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        try {
            McpBridge bridge = new McpBridge(home(List.of(arguments)), messages);
            bridge.requireConsole();
            bridge.pass(System.in);
        } catch (AppException | IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static Path home(List<String> arguments) {
        if (!arguments.isEmpty()
                && (arguments.size() != 2 || !arguments.getFirst().equals("--home"))) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "Unknown options " + String.join(" ", arguments) + ": mcp takes --home DIR alone.");
        }
        return LaunchOptions.parse(
                        arguments,
                        System.getenv(),
                        Map.of(
                                "os.name", System.getProperty("os.name"),
                                "user.home", System.getProperty("user.home")))
                .home();
    }
}
