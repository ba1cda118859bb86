package dev.wheelhouse.core.vcs.git;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.RefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;
import org.jspecify.annotations.Nullable;

/** Serves repositories over git's HTTP on loopback by JGit's own {@link UploadPack}, and anything else that a test wants. */
public final class GitServer implements AutoCloseable {

    /** Takes a request in place of git. */
    @FunctionalInterface
    interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private static final Pattern WANT = Pattern.compile("want ([0-9a-f]{40})");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Repository> repositories = new ConcurrentHashMap<>();
    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile @Nullable String token;

    public GitServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** @param path such as {@code /team/shop.git} */
    GitServer serving(String path, TestGit git) {
        repositories.put(path, git.repository());
        return this;
    }

    void handle(String path, Handler handler) {
        handlers.put(path, handler);
    }

    /** Asks everybody for this password from now on. */
    void protect(String secret) {
        token = secret;
    }

    void remove(String path) {
        repositories.remove(path);
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    GitRemote remote(String path) {
        return GitRemote.parse("url", url(path), true, false);
    }

    /** Method, path with query and what was authorized, in their order. */
    List<String> requests() {
        return requests;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + user(authorization));
            Handler handler = handlers.get(path);
            if (handler != null) {
                handler.handle(exchange);
                return;
            }
            String secret = token;
            if (secret != null && !user(authorization).endsWith(":" + secret)) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            git(exchange, path);
        }
    }

    static String user(@Nullable String authorization) {
        return authorization == null
                ? ""
                : new String(
                        Base64.getDecoder().decode(authorization.replaceFirst("Basic ", "")), StandardCharsets.UTF_8);
    }

    private void git(HttpExchange exchange, String path) throws IOException {
        for (Map.Entry<String, Repository> each : repositories.entrySet()) {
            if (path.equals(each.getKey() + "/info/refs")) {
                byte[] body = advertisement(each.getValue(), isV2(exchange));
                answer(exchange, "application/x-git-upload-pack-advertisement", body);
                return;
            }
            if (path.equals(each.getKey() + "/git-upload-pack")) {
                answer(exchange, "application/x-git-upload-pack-result", upload(each.getValue(), exchange));
                return;
            }
        }
        exchange.sendResponseHeaders(404, -1);
    }

    private static boolean isV2(HttpExchange exchange) {
        return "version=2".equals(exchange.getRequestHeaders().getFirst("Git-Protocol"));
    }

    private static UploadPack uploadPack(Repository repository, boolean v2) {
        UploadPack upload = new UploadPack(repository);
        upload.setBiDirectionalPipe(false);
        upload.setRequestPolicy(UploadPack.RequestPolicy.ANY);
        if (v2) {
            upload.setExtraParameters(List.of("version=2"));
        }
        return upload;
    }

    static byte[] advertisement(Repository repository, boolean v2) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (UploadPack upload = uploadPack(repository, v2)) {
            upload.sendAdvertisedRefs(
                    new RefAdvertiser.PacketLineOutRefAdvertiser(new PacketLineOut(body)), "git-upload-pack");
        }
        return body.toByteArray();
    }

    /** The whole answer to a fetch. */
    static byte[] upload(Repository repository, HttpExchange exchange) throws IOException {
        byte[] request = exchange.getRequestBody().readAllBytes();
        InputStream input = new ByteArrayInputStream(request);
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            input = new GZIPInputStream(input);
        }
        byte[] asked = input.readAllBytes();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Matcher want = WANT.matcher(new String(asked, StandardCharsets.ISO_8859_1));
        while (want.find()) {
            if (!repository.getObjectDatabase().has(ObjectId.fromString(want.group(1)))) {
                // As git says it; JGit's own answer names no reason.
                new PacketLineOut(body).writeString("ERR upload-pack: not our ref " + want.group(1));
                return body.toByteArray();
            }
        }
        try (UploadPack upload = uploadPack(repository, isV2(exchange))) {
            upload.upload(new ByteArrayInputStream(asked), body, null);
        } catch (IOException _) {
            // What was wrong with the request stands in the answer.
        }
        return body.toByteArray();
    }

    static void answer(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
