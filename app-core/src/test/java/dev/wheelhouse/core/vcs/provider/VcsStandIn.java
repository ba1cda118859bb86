package dev.wheelhouse.core.vcs.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a provider on loopback, since none can be had here. Each kind was written from what its provider publishes
 * of the API and compared with that: paths, parameters, fields, pages, entity tags, statuses and the words of refusals. What
 * the real ones do beside that, it does not know.
 */
public abstract class VcsStandIn implements AutoCloseable {

    public static final String TOKEN = "stand-in-token-0123456789";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final VcsKind kind;
    private final String api;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Kept> repositories = new ArrayList<>();
    private final Map<String, Kept> renamed = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Object>>> hooks = new LinkedHashMap<>();
    private volatile Fault fault = _ -> null;
    private volatile boolean revoked;
    private long nextHook = 100;

    /** A request as it came; the path below the API and decoded, with its query. */
    public record Asked(String method, String path, Map<String, String> query, String token, String tag, String body) {

        Map<String, Object> json() {
            return Json.readObject(body);
        }
    }

    /** An answer. */
    public record Reply(int status, Map<String, String> headers, String body) {

        static Reply json(int status, Object body) {
            return new Reply(status, Map.of(), Json.write(body));
        }

        Reply with(String header, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Reply(status, more, body);
        }
    }

    /** What is answered in place of what would be; null for that. */
    @FunctionalInterface
    public interface Fault {
        @Nullable
        Reply instead(Asked request);
    }

    /** A repository. */
    public record Kept(long id, String owner, String name, String branch, boolean isPrivate, boolean isAdministered) {

        String fullName() {
            return owner + "/" + name;
        }
    }

    VcsStandIn(VcsKind kind, String api) {
        this.kind = kind;
        this.api = api;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    public static VcsStandIn of(VcsKind kind) {
        return switch (kind) {
            case GITHUB -> new GitHubStandIn();
            case GITLAB -> new GitLabStandIn();
            case GITEA -> new GiteaStandIn();
        };
    }

    public VcsKind kind() {
        return kind;
    }

    /** What people open. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public synchronized Kept add(String owner, String name) {
        return add(owner, name, true, true);
    }

    synchronized Kept add(String owner, String name, boolean isPrivate, boolean isAdministered) {
        Kept made = new Kept(repositories.size() + 1L, owner, name, "main", isPrivate, isAdministered);
        repositories.add(made);
        return made;
    }

    synchronized void remove(Kept gone) {
        repositories.remove(gone);
    }

    /** Leads from the name before to the one of now. */
    synchronized void rename(Kept before, String name) {
        Kept after = new Kept(before.id(), before.owner(), name, before.branch(), before.isPrivate(), true);
        repositories.set(repositories.indexOf(before), after);
        renamed.put(before.fullName(), after);
    }

    public void fails(Fault next) {
        fault = next;
    }

    public void revoke() {
        revoked = true;
    }

    public List<Asked> asked() {
        return asked;
    }

    /** The webhooks of a repository, as they were asked for. */
    public synchronized List<Map<String, Object>> hooks(String fullName) {
        return List.copyOf(hooks.getOrDefault(fullName, List.of()));
    }

    /** Makes a webhook as a request asks for it, for a test that answers otherwise. */
    public synchronized void hookMade(String fullName, Asked request) {
        Kept repository = Objects.requireNonNull(find(fullName));
        hooks(request, repository, "", "");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String raw = exchange.getRequestURI().getRawPath();
            Asked request = new Asked(
                    exchange.getRequestMethod(),
                    raw.startsWith(api) ? raw.substring(api.length()) : raw,
                    query(exchange.getRequestURI().getRawQuery()),
                    Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), ""),
                    Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("If-None-Match"), ""),
                    body);
            asked.add(request);
            Reply instead = fault.instead(request);
            Reply reply = instead == null ? ordinary(raw, request) : instead;
            String type = reply.body().startsWith("<") ? "text/html; charset=utf-8" : "application/json; charset=utf-8";
            exchange.getResponseHeaders().set("Content-Type", type);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Reply ordinary(String raw, Asked request) {
        if (!raw.startsWith(api + "/")) {
            return raw.startsWith("/api/") ? noRoute() : new Reply(404, Map.of(), "<html><h1>Not Found</h1></html>");
        }
        if (revoked || !request.token().endsWith(" " + TOKEN)) {
            return unknownToken();
        }
        Reply reply;
        synchronized (this) {
            reply = answer(request);
        }
        if (reply.status() != 200 || !request.method().equals("GET")) {
            return reply;
        }
        String tag = "W/\"" + Sha256.hexOf(reply.body()) + "\"";
        Reply tagged = tags() ? reply.with("ETag", tag) : reply;
        return tags() && request.tag().equals(tag) ? new Reply(304, Map.of("ETag", tag), "") : tagged;
    }

    /** Whether answers have entity tags. */
    boolean tags() {
        return true;
    }

    abstract Reply answer(Asked request);

    abstract Reply noRoute();

    abstract Reply unknownToken();

    abstract Map<String, Object> json(Kept repository);

    abstract Map<String, Object> hookJson(Map<String, Object> kept);

    /** Where a webhook leads, to be changed. */
    static Map<String, Object> config(Map<String, Object> hook) {
        Map<String, Object> config = new LinkedHashMap<>();
        if (hook.get("config") instanceof Map<?, ?> given) {
            given.forEach((name, value) -> config.put((String) name, value));
        }
        return config;
    }

    static Map<String, String> query(@Nullable String text) {
        Map<String, String> query = new LinkedHashMap<>();
        if (text != null) {
            for (String each : text.split("&", -1)) {
                String[] pair = each.split("=", 2);
                query.put(pair[0], pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    List<Kept> kept() {
        return repositories;
    }

    @Nullable
    Kept find(String fullName) {
        return repositories.stream()
                .filter(each -> each.fullName().equalsIgnoreCase(fullName))
                .findFirst()
                .orElse(null);
    }

    @Nullable
    Kept findRenamed(String fullName) {
        return renamed.get(fullName);
    }

    /** A page by number, with links to the next and the last as all of them write them. */
    Reply page(List<Kept> all, int size, Asked request, String path) {
        int number = Integer.parseInt(request.query().getOrDefault("page", "1"));
        int from = Math.min(all.size(), (number - 1) * size);
        int to = Math.min(all.size(), from + size);
        Reply reply =
                Reply.json(200, all.subList(from, to).stream().map(this::json).toList());
        int last = Math.max(1, (all.size() + size - 1) / size);
        return number >= last
                ? reply
                : reply.with("Link", link(request, path, number + 1) + ", " + link(request, path, last, "last"));
    }

    private String link(Asked request, String path, int number) {
        return link(request, path, number, "next");
    }

    private String link(Asked request, String path, int number, String relation) {
        Map<String, String> query = new LinkedHashMap<>(request.query());
        query.put("page", Integer.toString(number));
        List<String> pairs = new ArrayList<>();
        query.forEach((name, value) -> pairs.add(name + "=" + value));
        return "<" + base() + api + path + "?" + String.join("&", pairs) + ">; rel=\"" + relation + "\"";
    }

    /** {@code …/hooks} and {@code …/hooks/{id}} of a repository. */
    Reply hooks(Asked request, Kept repository, String rest, String changes) {
        List<Map<String, Object>> own = hooks.computeIfAbsent(repository.fullName(), _ -> new ArrayList<>());
        if (rest.isEmpty()) {
            return switch (request.method()) {
                case "GET" -> Reply.json(200, own.stream().map(this::hookJson).toList());
                case "POST" -> {
                    Reply refusal = refusal(request.json(), own);
                    if (refusal != null) {
                        yield refusal;
                    }
                    Map<String, Object> made = new LinkedHashMap<>(request.json());
                    made.put("id", nextHook++);
                    own.add(made);
                    yield Reply.json(201, hookJson(made));
                }
                default -> noRoute();
            };
        }
        Map<String, Object> one = own.stream()
                .filter(each -> rest.equals("/" + each.get("id")))
                .findFirst()
                .orElse(null);
        if (one == null) {
            return notFound();
        }
        if (request.method().equals("DELETE")) {
            own.remove(one);
            return new Reply(204, Map.of(), "");
        }
        if (!request.method().equals(changes)) {
            return noRoute();
        }
        one.putAll(request.json());
        return Reply.json(200, hookJson(one));
    }

    /** What is wrong with a webhook that is asked for; null for nothing. */
    abstract @Nullable Reply refusal(Map<String, Object> hook, List<Map<String, Object>> own);

    abstract Reply notFound();

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
