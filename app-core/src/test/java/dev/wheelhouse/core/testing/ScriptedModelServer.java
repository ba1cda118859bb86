package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.platform.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks OpenAI's chat completions as a script says, streamed, with the faults of such servers. Listens on
 * loopback.
 */
public final class ScriptedModelServer implements AutoCloseable {

    private static final String EVENTS = "text/event-stream; charset=utf-8";
    private static final int PIECE = 5;

    private final ServerSocket listener;
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch hungUp = new CountDownLatch(1);
    private volatile boolean closed;

    /**
     * What was asked.
     *
     * @param headers by lower-case name
     */
    public record Request(String path, Map<String, String> headers, String body) {

        public Map<String, Object> json() {
            return Json.readObject(body);
        }
    }

    /** Answers one request. */
    @FunctionalInterface
    public interface Reply {
        void send(Answer answer) throws IOException;
    }

    /** A call of a tool as a model makes it; its arguments need not be JSON. */
    public record Call(String tool, String arguments) {}

    /** The way back to who asked. */
    public final class Answer {
        private final InputStream input;
        private final OutputStream output;
        private int tokens;

        private Answer(InputStream input, OutputStream output) {
            this.input = input;
            this.output = output;
        }

        void head(int status, String type, String... lines) throws IOException {
            String more = lines.length == 0 ? "" : String.join("\r\n", lines) + "\r\n";
            output.write(("HTTP/1.1 " + status + " Scripted\r\nContent-Type: " + type
                            + "\r\nTransfer-Encoding: chunked\r\n" + more + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            output.flush();
        }

        void chunk(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            output.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            output.write(bytes);
            output.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            output.flush();
        }

        void event(Object content) throws IOException {
            StringBuilder ascii = new StringBuilder("data: ");
            for (char each : Json.write(content).toCharArray()) {
                // So that a piece may end within a character, as those of real servers do.
                ascii.append(each < 128 ? Character.toString(each) : String.format("\\u%04x", (int) each));
            }
            chunk(ascii + "\n\n");
        }

        void delta(Map<String, Object> delta) throws IOException {
            event(Map.of("id", "chatcmpl-1", "choices", List.of(Map.of("index", 0, "delta", delta))));
        }

        void text(String... pieces) throws IOException {
            for (String each : pieces) {
                delta(Map.of("content", each));
            }
        }

        void finish(String reason) throws IOException {
            event(Map.of("choices", List.of(Map.of("index", 0, "delta", Map.of(), "finish_reason", reason))));
            if (tokens > 0) {
                event(Map.of(
                        "choices",
                        List.of(),
                        "usage",
                        Map.of("prompt_tokens", tokens - 1, "completion_tokens", 1, "total_tokens", tokens)));
            }
            chunk("data: [DONE]\n\n");
        }

        void end() throws IOException {
            output.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            output.flush();
        }

        /** Says nothing more until the other side hangs up. */
        void hold() throws IOException {
            try {
                while (input.read() >= 0) {
                    // Nothing is expected.
                }
            } finally {
                hungUp.countDown();
            }
        }
    }

    private ScriptedModelServer(ServerSocket listener) {
        this.listener = listener;
    }

    public static ScriptedModelServer start() {
        try {
            ScriptedModelServer server =
                    new ScriptedModelServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The address that the settings take. */
    public String baseUrl() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
    }

    /** What is replied from now on; the last one again and again. */
    public void script(Reply... next) {
        replies.clear();
        replies.addAll(List.of(next));
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Completes once somebody hung up on {@link Answer#hold}. */
    public CountDownLatch hungUp() {
        return hungUp;
    }

    /** Text in pieces. */
    public static Reply text(String... pieces) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.chunk(": a comment\n\n");
            answer.delta(Map.of("role", "assistant", "content", ""));
            answer.text(pieces);
            answer.finish("stop");
            answer.end();
        };
    }

    /** Text that the limit of a reply cuts. */
    public static Reply cutByLength(String text) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.text(text);
            answer.finish("length");
            answer.end();
        };
    }

    /** Calls of tools, the arguments of each in pieces, after some text. */
    public static Reply calls(String text, Call... calls) {
        return answer -> {
            answer.head(200, EVENTS);
            if (!text.isEmpty()) {
                answer.text(text);
            }
            for (int i = 0; i < calls.length; i++) {
                answer.delta(toolCall(i, "call_" + i, calls[i].tool(), ""));
                String arguments = calls[i].arguments();
                for (int at = 0; at < arguments.length(); at += PIECE) {
                    String piece = arguments.substring(at, Math.min(arguments.length(), at + PIECE));
                    answer.delta(toolCall(i, null, null, piece));
                }
            }
            answer.finish("tool_calls");
            answer.end();
        };
    }

    public static Reply call(String tool, Map<String, Object> input) {
        return calls("", new Call(tool, Json.write(input)));
    }

    private static Map<String, Object> toolCall(
            int index, @Nullable String id, @Nullable String name, String arguments) {
        Map<String, Object> function = new LinkedHashMap<>();
        if (name != null) {
            function.put("name", name);
        }
        function.put("arguments", arguments);
        Map<String, Object> call = new LinkedHashMap<>(Map.of("index", index, "function", function));
        if (id != null) {
            call.put("id", id);
            call.put("type", "function");
        }
        return Map.of("tool_calls", List.of(call));
    }

    /** A reply that says how many tokens it and what was sent have. */
    public static Reply counted(Reply reply, int tokens) {
        return answer -> {
            answer.tokens = tokens;
            reply.send(answer);
        };
    }

    /** Another status, with a body. */
    public static Reply status(int status, String type, String body, String... headers) {
        return answer -> {
            answer.head(status, type, headers);
            answer.chunk(body);
            answer.end();
        };
    }

    /** A stream of events as it is given. */
    public static Reply events(String text) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.chunk(text);
            answer.end();
        };
    }

    /** Text, and then the end of the connection. */
    public static Reply cut(String... pieces) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.text(pieces);
        };
    }

    /** Text, and then the end of the stream, which the server calls whole. */
    public static Reply endless(String... pieces) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.text(pieces);
            answer.end();
        };
    }

    /** Text, and then nothing more. */
    public static Reply hanging(String... pieces) {
        return answer -> {
            answer.head(200, EVENTS);
            answer.text(pieces);
            answer.hold();
        };
    }

    /** Nothing at all. */
    public static Reply silence() {
        return Answer::hold;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream input = new BufferedInputStream(socket.getInputStream());
            requests.add(read(input));
            Reply reply = replies.size() > 1 ? replies.poll() : replies.peek();
            Objects.requireNonNull(reply, "nothing is scripted").send(new Answer(input, socket.getOutputStream()));
        } catch (IOException _) {
            // The other side was through with it.
        }
    }

    private static Request read(InputStream input) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(input); !line.isEmpty(); line = line(input)) {
            lines.add(line);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        lines.stream().skip(1).forEach(each -> {
            String[] parts = each.split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
        });
        byte[] body = input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Request(lines.getFirst().split(" ", 3)[1], headers, new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new IOException("no request");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
