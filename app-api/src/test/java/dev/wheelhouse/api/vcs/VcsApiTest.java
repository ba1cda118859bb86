package dev.wheelhouse.api.vcs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.vcs.VcsHook;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.push.TestPushes;
import dev.wheelhouse.core.vcs.push.TestPushes.Sent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections to providers of repositories over HTTP, and what these send, with stand-ins on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VcsApiTest {

    private final Map<VcsKind, VcsStandIn> standIns = new EnumMap<>(VcsKind.class);
    private TestConsole console;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        for (VcsKind kind : VcsKind.values()) {
            VcsStandIn standIn = VcsStandIn.of(kind);
            standIn.add("acme", "shop");
            standIn.add("acme", "blog");
            standIn.add("zeta", "Site");
            standIns.put(kind, standIn);
        }
        Reply allowed = console.owner().patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}");
        assertThat(allowed.status()).as(allowed.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        standIns.values().forEach(VcsStandIn::close);
        console.close();
    }

    @BeforeEach
    void works() {
        standIns.values().forEach(each -> each.fails(_ -> null));
    }

    private VcsStandIn standIn(VcsKind kind) {
        return Objects.requireNonNull(standIns.get(kind));
    }

    private Map<String, Object> fields(VcsKind kind) {
        names++;
        return Map.of(
                "kind",
                kind.wireName(),
                "name",
                "git-" + names,
                "baseUrl",
                standIn(kind).base() + "/",
                "token",
                VcsStandIn.TOKEN);
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/vcs-connections", JsonText.of(fields));
    }

    private String created(VcsKind kind) throws Exception {
        Reply reply = create(fields(kind));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/vcs-connections/" + reply.json().path("id").asText();
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
    }

    private static void refusedAt(Reply reply, String path) {
        refused(reply, 422, "validation_failed");
        assertThat(reply.json().at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    @Test
    void addsReadsChangesAndForgets() throws Exception {
        Map<String, Object> fields = fields(VcsKind.GITLAB);
        Reply made = create(fields);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        JsonNode connection = made.json();
        String path = "/vcs-connections/" + connection.path("id").asText();
        assertThat(made.header("Location")).isEqualTo("/api/v1" + path);
        assertThat(connection.path("id").asText()).startsWith("vcs_");
        assertThat(connection.path("kind").asText()).isEqualTo("gitlab");
        assertThat(connection.path("baseUrl").asText())
                .isEqualTo(standIn(VcsKind.GITLAB).base().toString());
        assertThat(connection).hasSize(5);
        Reply read = console.owner().get(path);
        assertThat(read.json()).isEqualTo(connection);
        assertThat(console.owner()
                        .send("GET", path, "", Map.of("If-None-Match", read.header("ETag")))
                        .status())
                .isEqualTo(304);
        Reply changed = console.owner().patch(path, "{\"name\":\"renamed\",\"token\":\"another-token-1234\"}");
        assertThat(changed.json().path("name").asText()).as(changed.body()).isEqualTo("renamed");
        assertThat(changed.header("ETag")).isNotEqualTo(read.header("ETag"));
        refused(
                console.owner().send("DELETE", path, "", Map.of("If-Match", read.header("ETag"))),
                412,
                "precondition_failed");
        assertThat(console.owner().get("/vcs-connections?name=ENAM").json()).hasSize(1);
        List<String> answers = List.of(
                made.body(),
                changed.body(),
                console.owner().get("/vcs-connections").body(),
                console.owner().get("/events?limit=200").body());
        assertThat(answers).noneMatch(each -> each.contains(VcsStandIn.TOKEN) || each.contains("another-token-1234"));
        assertThat(console.owner()
                        .get("/events?subject=" + connection.path("id").asText())
                        .json()
                        .findValuesAsText("kind"))
                .contains("vcs.connection_changed", "vcs.connection_created");
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        refused(console.owner().get(path), 404, "not_found");
    }

    @Test
    void namesTheFieldAtFault() throws Exception {
        Map<String, Object> good = fields(VcsKind.GITEA);
        refusedAt(create(JsonText.merge(good, Map.of("kind", "bitbucket"))), "kind");
        refusedAt(create(JsonText.merge(good, Map.of("name", "A B"))), "name");
        refusedAt(create(JsonText.merge(good, Map.of("token", "a b"))), "token");
        refusedAt(create(JsonText.merge(good, Map.of("baseUrl", "https://git.example.com/api/v1"))), "baseUrl");
        refusedAt(create(JsonText.merge(good, Map.of("baseUrl", "http://10.0.0.1"))), "baseUrl");
        refusedAt(create(JsonText.merge(good, Map.of("baseUrl", "https://localhost"))), "baseUrl");
        refusedAt(create(JsonText.merge(good, Map.of("typo", 1))), "typo");
        refusedAt(create(Map.of("kind", "gitea", "name", "x", "token", "x")), "baseUrl");
        refusedAt(create(Map.of("kind", "github", "name", "x")), "token");
        String path = "/vcs-connections/" + create(good).json().path("id").asText();
        refused(create(good), 409, "already_exists");
        refusedAt(console.owner().patch(path, "{\"kind\":\"github\"}"), "kind");
        refusedAt(console.owner().patch(path, "{\"token\":null}"), "token");
        refusedAt(console.owner().patch(path, "{\"baseUrl\":\"https://1.1.1.1\"}"), "token");
        refusedAt(console.owner().patch(path, "{\"baseUrl\":null}"), "baseUrl");
        refusedAt(console.owner().get(path + "/repos?limit=0"), "query.limit");
        refusedAt(console.owner().get(path + "/repos?cursor=*"), "query.cursor");
    }

    @ParameterizedTest
    @EnumSource
    void testsAndListsRepositories(VcsKind kind) throws Exception {
        String path = created(kind);
        Reply test = console.owner().post(path + "/test", "");
        assertThat(test.status()).as(test.body()).isEqualTo(200);
        assertThat(test.json().path("ok").asBoolean()).as(test.body()).isTrue();
        assertThat(test.json().has("error")).isFalse();
        assertThat(test.json().path("user").asText()).isNotEmpty();
        assertThat(test.json().path("missing")).isEmpty();
        Reply all = console.owner().get(path + "/repos");
        assertThat(all.status()).as(all.body()).isEqualTo(200);
        assertThat(all.json().findValuesAsText("fullName")).containsExactly("acme/blog", "acme/shop", "zeta/Site");
        assertThat(all.json().get(0)).hasSize(6);
        assertThat(all.json().get(0).path("private").asBoolean()).isTrue();
        assertThat(all.header("Link")).isEmpty();
        assertThat(console.owner().get(path + "/repos?name=SITE").json()).hasSize(1);

        List<String> paged = new ArrayList<>();
        String next = path + "/repos?limit=2";
        while (next != null) {
            Reply page = console.owner().get(next);
            paged.addAll(page.json().findValuesAsText("fullName"));
            String link = page.header("Link");
            next = link.isEmpty() ? null : link.substring("</api/v1".length(), link.indexOf('>'));
        }
        assertThat(paged).containsExactly("acme/blog", "acme/shop", "zeta/Site");
    }

    @Test
    void triesATokenBeforeItIsStored() throws Exception {
        int before = console.owner().get("/vcs-connections?limit=200").json().size();
        Map<String, Object> fields = fields(VcsKind.GITHUB);
        Reply good = console.owner().post("/vcs-connections/test", JsonText.of(fields));
        assertThat(good.json().path("ok").asBoolean()).as(good.body()).isTrue();
        assertThat(good.json().path("user").asText()).isNotEmpty();
        Reply bad = console.owner()
                .post("/vcs-connections/test", JsonText.of(JsonText.merge(fields, Map.of("token", "another"))));
        assertThat(bad.json().path("ok").asBoolean(true)).as(bad.body()).isFalse();
        refusedAt(
                console.owner()
                        .post(
                                "/vcs-connections/test",
                                JsonText.of(JsonText.merge(fields, Map.of("baseUrl", "http://10.0.0.1")))),
                "baseUrl");
        assertThat(console.owner().get("/vcs-connections?limit=200").json()).hasSize(before);
    }

    @Test
    void saysWhenALimitOfTheProviderEnds() throws Exception {
        String path = created(VcsKind.GITHUB);
        Instant end = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 600);
        standIn(VcsKind.GITHUB)
                .fails(_ -> new VcsStandIn.Reply(
                        403,
                        Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + end.getEpochSecond()),
                        "{\"message\":\"API rate limit exceeded\"}"));
        Reply limited = console.owner().get(path + "/repos");
        refused(limited, 502, "upstream_failed");
        Instant told = Instant.parse(limited.json().path("retryAt").asText());
        assertThat(told).isBetween(end.minusSeconds(2), end.plusSeconds(1));
        assertThat(limited.json().path("detail").asText()).contains("limits how often it is asked");
        Reply test = console.owner().post(path + "/test", "");
        assertThat(test.status()).isEqualTo(200);
        assertThat(test.json().path("ok").asBoolean()).isFalse();
        assertThat(test.json().path("error").asText()).contains("limits how often it is asked");
    }

    @Test
    void anAnswerThatIsNoApiIsSaidInASentence() throws Exception {
        String path = created(VcsKind.GITEA);
        standIn(VcsKind.GITEA).fails(_ -> new VcsStandIn.Reply(200, Map.of(), "<html>Sign in</html>"));
        refused(console.owner().get(path + "/repos"), 502, "upstream_failed");
        assertThat(console.owner().post(path + "/test", "").json().path("error").asText())
                .contains("does not answer as the API of Gitea");
    }

    @Test
    void needsItsScopes() throws Exception {
        String path = created(VcsKind.GITHUB);
        try (ApiClient reader = console.with("vcs:read")) {
            assertThat(reader.get(path).status()).isEqualTo(200);
            assertThat(reader.get(path + "/repos").status()).isEqualTo(200);
            assertThat(reader.post(path + "/test", "").status()).isEqualTo(200);
            refused(reader.patch(path, "{\"name\":\"x\"}"), 403, "insufficient_scope");
            refused(reader.delete(path), 403, "insufficient_scope");
            refused(reader.post("/vcs-connections", JsonText.of(fields(VcsKind.GITHUB))), 403, "insufficient_scope");
        }
    }

    private VcsHook hook(VcsKind kind) throws Exception {
        String path = created(kind);
        Caller owner = console.core().access().windowCaller("req_test");
        return console.core()
                .vcs()
                .hooks()
                .make(
                        owner,
                        path.substring(path.lastIndexOf('/') + 1),
                        "app_1",
                        "acme",
                        "shop",
                        "http://127.0.0.1:" + console.port())
                .hook();
    }

    /** What the provider was given. */
    private HookSecrets secrets(VcsKind kind) {
        Map<String, Object> newest = standIn(kind).hooks("acme/shop").getLast();
        if (kind == VcsKind.GITLAB) {
            return new HookSecrets(String.valueOf(newest.get("signing_token")), String.valueOf(newest.get("token")));
        }
        Map<?, ?> config = (Map<?, ?>) Objects.requireNonNull(newest.get("config"));
        return new HookSecrets(String.valueOf(config.get("secret")), null);
    }

    private Reply send(String id, Sent sent) throws Exception {
        Map<String, String> headers = new HashMap<>(sent.headers());
        headers.put("Content-Type", "application/json");
        try (ApiClient provider = console.owner().as("")) {
            return provider.send("POST", "/hooks/vcs/" + id, new String(sent.bytes(), StandardCharsets.UTF_8), headers);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesAPushOnceAndRefusesTheRestAlike(VcsKind kind) throws Exception {
        VcsHook hook = hook(kind);
        assertThat(hook.url()).isEqualTo("http://127.0.0.1:" + console.port() + "/hooks/vcs/" + hook.id());
        Sent sent = TestPushes.of(kind, "d1");
        Sent signed = sent.signed(secrets(kind), Instant.now());
        Reply unsigned = send(hook.id(), sent);
        refused(unsigned, 401, "unauthenticated");
        Reply unknown = send("hook_00000000000000000000000000", signed);
        refused(unknown, 401, "unauthenticated");
        assertThat(unknown.json().path("detail")).isEqualTo(unsigned.json().path("detail"));
        refused(send(hook.id(), signed.with("after", "0".repeat(40))), 401, "unauthenticated");
        HookSecrets old = new HookSecrets("whsec_" + "A".repeat(43) + "=", "an-old-token");
        refused(send(hook.id(), sent.signed(old, Instant.now())), 401, "unauthenticated");
        byte[] anew = new String(sent.bytes(), StandardCharsets.UTF_8)
                .replace("\",\"", "\", \"")
                .getBytes(StandardCharsets.UTF_8);
        refused(send(hook.id(), sent.signed(secrets(kind), Instant.now(), anew)), 401, "unauthenticated");
        Reply taken = send(hook.id(), signed);
        assertThat(taken.status()).as(taken.body()).isEqualTo(202);
        assertThat(taken.body()).isEqualTo("{\"repeated\":false}");
        assertThat(send(hook.id(), signed).body()).isEqualTo("{\"repeated\":true}");
    }

    @Test
    void takesItAtTheRootAndUnderThePublicName() throws Exception {
        VcsHook hook = hook(VcsKind.GITHUB);
        Reply set = console.owner().patch("/settings", "{\"publicAddress\":\"https://console.example\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        Sent signed = TestPushes.of(VcsKind.GITHUB, "d7").signed(secrets(VcsKind.GITHUB), Instant.now());
        String body = new String(signed.bytes(), StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder();
        signed.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        String request = "POST /hooks/vcs/" + hook.id() + " HTTP/1.1\r\nHost: console.example\r\n" + head
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        RawHttp.RawAnswer answer = RawHttp.exchange(console.port(), request);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        RawHttp.RawAnswer elsewhere =
                RawHttp.exchange(console.port(), request.replace("Host: console.example", "Host: evil.example"));
        assertThat(elsewhere.status()).isEqualTo(403);
        assertThat(console.owner()
                        .patch("/settings", "{\"publicAddress\":null}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void takesNoMoreThanFiveMebibytes() throws Exception {
        VcsHook hook = hook(VcsKind.GITEA);
        RawHttp.RawAnswer announced = RawHttp.exchange(
                console.port(),
                "POST /hooks/vcs/" + hook.id() + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + ((5 << 20) + 1)
                        + "\r\n\r\n");
        assertThat(announced.status()).isEqualTo(413);
        Sent large = TestPushes.of(VcsKind.GITEA, "d8").with("padding", "x".repeat(4 << 20));
        Reply taken = send(hook.id(), large.signed(secrets(VcsKind.GITEA), Instant.now()));
        assertThat(taken.status()).as(taken.body()).isEqualTo(202);
    }

    /** It would be 408 after 30 s otherwise, as the body never comes. */
    @Test
    void readsNoBodyForAWebhookThatThereIsNot() throws Exception {
        RawHttp.RawAnswer answer = RawHttp.exchange(
                console.port(),
                "POST /hooks/vcs/hook_00000000000000000000000000 HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                        + (4 << 20) + "\r\n\r\n");
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.body()).contains("no such webhook");
    }

    private String app(String name, @Nullable String connectionPath) throws Exception {
        Map<String, Object> fields = new HashMap<>(
                Map.of("name", name, "serverId", "local", "runtime", "process", "command", List.of("true")));
        if (connectionPath != null) {
            fields.put(
                    "source",
                    Map.of("connectionId", id(connectionPath), "owner", "acme", "name", "shop", "branch", "main"));
        }
        Reply made = console.owner().post("/apps", JsonText.of(fields));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().path("id").asText();
    }

    private static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private Reply makeWebhook(String connectionPath, String app, String name) throws Exception {
        return console.owner()
                .post(connectionPath + "/webhooks", JsonText.of("appId", app, "owner", "acme", "name", name));
    }

    /** Posts to the address that the provider was given. */
    private int deliver(String url, Sent sent) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(sent.bytes()));
        sent.headers().forEach(request::header);
        try (HttpClient provider = HttpClient.newHttpClient()) {
            return provider.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @ParameterizedTest
    @EnumSource
    void makesAWebhookWhosePushIsDeployed(VcsKind kind) throws Exception {
        String path = created(kind);
        String app = app("pushed-" + kind.wireName(), path);
        Reply made = makeWebhook(path, app, "shop");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo("/api/v1" + path);
        assertThat(made.json().path("events").path(0).asText()).isEqualTo("push");
        assertThat(made.json().path("active").asBoolean()).isTrue();
        String url = made.json().path("url").asText();
        // There is no public address: the console's own, and the branch is looked at as well.
        assertThat(url)
                .isEqualTo("http://127.0.0.1:" + console.port() + "/hooks/vcs/"
                        + made.json().path("id").asText());
        Reply again = makeWebhook(path, app, "SHOP");
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(made.json());

        assertThat(deliver(url, TestPushes.of(kind, "p-" + kind).signed(secrets(kind), Instant.now())))
                .isEqualTo(202);

        JsonNode deployments =
                console.owner().get("/apps/" + app + "/deployments").json();
        assertThat(deployments.findValuesAsText("trigger")).containsExactly("push");
        assertThat(deployments.findValuesAsText("commitId")).containsExactly(TestPushes.AFTER);
        assertThat(deployments.findValuesAsText("ref")).containsExactly("main");
        // The stand-in has no repository, which the look at the branch has found.
        JsonNode source = Awaiting.answer(
                () -> console.owner().get("/apps/" + app + "/source").json(),
                now -> now.has("trouble"),
                "The branch is not looked at");
        assertThat(source.path("trouble").asText()).contains("127.0.0.1");
    }

    @Test
    void makesTheWebhookBelowThePublicAddress() throws Exception {
        String path = created(VcsKind.GITEA);
        String app = app("public", path);
        Reply own = makeWebhook(path, app, "shop");
        console.owner().patch("/settings", "{\"publicAddress\":\"https://console.example\"}");
        try {
            Reply moved = makeWebhook(path, app, "shop");
            assertThat(moved.status()).as(moved.body()).isEqualTo(200);
            assertThat(moved.json().path("id")).isEqualTo(own.json().path("id"));
            assertThat(moved.json().path("url").asText())
                    .isEqualTo("https://console.example/hooks/vcs/"
                            + own.json().path("id").asText());
        } finally {
            console.owner().patch("/settings", "{\"publicAddress\":null}");
        }
    }

    @Test
    void makesNoWebhookThatWouldDeployNothing() throws Exception {
        String path = created(VcsKind.GITHUB);
        String app = app("of-shop", path);
        int before = standIn(VcsKind.GITHUB).hooks("acme/shop").size();
        refusedAt(makeWebhook(path, app, "blog"), "name");
        refusedAt(makeWebhook(created(VcsKind.GITHUB), app, "shop"), "name");
        refusedAt(makeWebhook(path, "app_01jgpz9w3v8t5x2m4n6q7r9s0a", "shop"), "appId");
        refused(makeWebhook(path, app("sourceless", null), "shop"), 409, "state_invalid");
        refused(makeWebhook("/vcs-connections/vcs_01jgpz9w3v8t5x2m4n6q7r9s0a", app, "shop"), 404, "not_found");
        try (ApiClient reader = console.with("vcs:read", "deployments:write")) {
            refused(
                    reader.post(path + "/webhooks", JsonText.of("appId", app, "owner", "acme", "name", "shop")),
                    403,
                    "insufficient_scope");
        }
        assertThat(standIn(VcsKind.GITHUB).hooks("acme/shop")).hasSize(before);
    }

    @ParameterizedTest
    @EnumSource
    void saysWhenTheTokenMayNotMakeWebhooks(VcsKind kind) throws Exception {
        String path = created(kind);
        String app = app("narrow-" + kind.wireName(), path);
        standIn(kind)
                .fails(request -> request.method().equals("POST")
                        ? new VcsStandIn.Reply(403, Map.of(), "{\"message\":\"403 Forbidden\"}")
                        : null);
        Reply narrow = makeWebhook(path, app, "shop");
        refused(narrow, 502, "upstream_failed");
        assertThat(narrow.json().path("detail").asText()).contains("does not let the token do this");
        standIn(kind).fails(_ -> null);
        assertThat(makeWebhook(path, app, "shop").status()).isEqualTo(201);
    }

    @Test
    void whatIsSignedAndNoPushIsABadRequest() throws Exception {
        VcsHook hook = hook(VcsKind.GITHUB);
        Sent odd = new Sent(
                VcsKind.GITHUB, Map.of("ref", List.of()), Map.of("X-GitHub-Event", "push", "X-GitHub-Delivery", "d9"));
        refused(send(hook.id(), odd.signed(secrets(VcsKind.GITHUB), Instant.now())), 400, "bad_request");
    }
}
