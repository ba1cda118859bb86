package dev.wheelhouse.api.bench;

import dev.wheelhouse.api.McpMain;
import dev.wheelhouse.core.bench.Measurement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of a tool by the Model Context Protocol, over HTTP and by lines, against the plain route that does the same. */
final class McpBench {

    private static final int WARM_UP = 300;
    private static final int ROUNDS = 201;
    private static final double MOST_MILLIS = 50;
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"list_servers\"}}";

    private McpBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        Subject subject = stage.subject();
        Process bridge = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        McpMain.class.getName(),
                        "--home",
                        stage.home().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (KeepAlive http = new KeepAlive(subject.port());
                BufferedReader answers = bridge.inputReader(StandardCharsets.UTF_8);
                Writer lines = bridge.outputWriter(StandardCharsets.UTF_8)) {
            Rounds.Trial plain = () -> millis(() -> http.fetch(subject.get("/servers")), "\"id\":\"srv_");
            Rounds.Trial overHttp = () -> millis(() -> http.fetch(subject.post("/mcp", CALL)), "\"isError\":false");
            Rounds.Trial byLines = () -> millis(
                    () -> {
                        lines.write(CALL + "\n");
                        lines.flush();
                        return answers.readLine();
                    },
                    "\"isError\":false");
            return List.of(
                    added("mcp-http", "list_servers by MCP over HTTP", overHttp, plain),
                    added("mcp-lines", "list_servers by MCP through run.sh mcp", byLines, plain));
        } finally {
            bridge.destroy();
        }
    }

    private static Measurement added(String id, String what, Rounds.Trial subject, Rounds.Trial plain)
            throws Exception {
        Rounds.alternate(WARM_UP, subject, plain);
        Rounds rounds = Rounds.alternate(ROUNDS, subject, plain);
        return Measurement.against(
                id,
                what,
                rounds.subject(),
                "ms",
                rounds.floor(),
                false,
                "≤ peer + " + MOST_MILLIS + " ms",
                rounds.subject().median() <= rounds.floor().median() + MOST_MILLIS,
                "peer: GET /servers; one client");
    }

    /** A call that answers with its body. */
    @FunctionalInterface
    private interface Call {
        @Nullable
        String answer() throws IOException;
    }

    private static double millis(Call call, String expected) throws IOException {
        long before = System.nanoTime();
        String answer = call.answer();
        double millis = (System.nanoTime() - before) / 1e6;
        if (answer == null || !answer.contains(expected)) {
            throw new IOException("Answered " + answer);
        }
        return millis;
    }
}
