package dev.wheelhouse.core.vcs.git;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hands requests of a {@link GitServer} to the distribution's own {@code git http-backend} (git-http-backend(1)). */
public final class GitHttpBackend implements GitServer.Handler {

    private final Path root;
    private final @Nullable String token;

    /**
     * @param root where the repositories are
     * @param token that everybody has to send as password; null for none
     */
    public GitHttpBackend(Path root, @Nullable String token) {
        this.root = root;
        this.token = token;
    }

    /** Serves all of a repository's addresses. */
    public void serve(GitServer server, String name) {
        server.handle("/" + name + "/info/refs", this);
        server.handle("/" + name + "/git-upload-pack", this);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (token != null && !GitServer.user(authorization).endsWith(":" + token)) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(List.of("git", "http-backend"));
        Map<String, String> environment = builder.environment();
        environment.putAll(Map.of(
                "GIT_PROJECT_ROOT", root.toString(),
                "GIT_HTTP_EXPORT_ALL", "1",
                "PATH_INFO", exchange.getRequestURI().getPath(),
                "QUERY_STRING", String.valueOf(exchange.getRequestURI().getRawQuery()),
                "REQUEST_METHOD", exchange.getRequestMethod(),
                "REMOTE_ADDR", "127.0.0.1",
                "GIT_CONFIG_COUNT", "1",
                "GIT_CONFIG_KEY_0", "safe.directory",
                "GIT_CONFIG_VALUE_0", "*"));
        header(exchange, "Content-Type", "CONTENT_TYPE", environment);
        header(exchange, "Content-Length", "CONTENT_LENGTH", environment);
        header(exchange, "Content-Encoding", "HTTP_CONTENT_ENCODING", environment);
        header(exchange, "Git-Protocol", "GIT_PROTOCOL", environment);
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream input = process.getOutputStream()) {
            exchange.getRequestBody().transferTo(input);
        }
        try (InputStream output = new BufferedInputStream(process.getInputStream(), 64 << 10)) {
            int status = 200;
            for (String line = line(output); !line.isEmpty(); line = line(output)) {
                int colon = line.indexOf(':');
                String value = line.substring(colon + 1).strip();
                if (line.startsWith("Status:")) {
                    status = Integer.parseInt(value.substring(0, 3));
                } else {
                    exchange.getResponseHeaders().add(line.substring(0, colon), value);
                }
            }
            exchange.sendResponseHeaders(status, 0);
            output.transferTo(exchange.getResponseBody());
        } finally {
            process.destroy();
        }
    }

    private static void header(HttpExchange exchange, String header, String variable, Map<String, String> environment) {
        String value = exchange.getRequestHeaders().getFirst(header);
        if (value != null) {
            environment.put(variable, value);
        }
    }

    private static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = from.read(); each >= 0 && each != '\n'; each = from.read()) {
            line.append((char) each);
        }
        return line.toString().strip();
    }
}
