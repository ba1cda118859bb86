package dev.wheelhouse.api.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.EventReader;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Releases of an app on the console's own machine, from a repository there, by HTTP alone. */
@DisabledOnOs(OS.WINDOWS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeploymentApiTest {

    private static final Set<String> ENDED = Set.of("succeeded", "failed", "cancelled");

    private TestConsole console;
    private TestGit git;
    private Path folder;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        folder = directory;
        console = TestConsole.start(Files.createDirectory(directory.resolve("console")));
        git = new TestGit(directory.resolve("shop.git"));
        commit("1");
    }

    @AfterAll
    void stop() {
        git.close();
        console.close();
    }

    private String commit(String version) {
        return git.commitTexts(
                "Version " + version + "\n\nMore words.",
                Map.of("version", version, "run.sh", "echo started $(cat version); exec sleep 1000\n"));
    }

    private Map<String, Object> app() {
        names++;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", "deployed-" + names);
        fields.put("serverId", "local");
        fields.put("runtime", "process");
        fields.put("command", List.of("sh", "run.sh"));
        fields.put("environment", Map.of("TOKEN", "open-sesame-42"));
        return fields;
    }

    private Map<String, Object> source() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cloneUrl", folder.resolve("shop.git").toString());
        fields.put("deployDirectory", folder.resolve("place-" + names).toString());
        fields.put("build", Map.of("command", List.of("sh", "-c", "echo building with $TOKEN; cp version built")));
        fields.put("healthCheck", Map.of("command", List.of("cat", "built"), "withinSeconds", 20));
        return fields;
    }

    private static <K> Map<K, Object> with(Map<K, Object> fields, K name, Object value) {
        Map<K, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return more;
    }

    private ApiClient owner() {
        return console.owner();
    }

    private String made(Map<String, Object> fields) throws Exception {
        Reply reply = owner().post("/apps", JsonText.of(fields));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/apps/" + reply.json().path("id").asText();
    }

    private JsonNode deployed(String app, String body) throws Exception {
        Reply reply = owner().post(app + "/deployments", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(202);
        String id = reply.json().path("id").asText();
        assertThat(reply.header("Location")).isEqualTo("/api/v1/deployments/" + id);
        return ended(id);
    }

    private JsonNode ended(String id) throws Exception {
        return Awaiting.answer(
                () -> owner().get("/deployments/" + id).json(),
                now -> ENDED.contains(now.path("status").asText()),
                "The deployment does not end");
    }

    private static String at(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        return reply.json().at("/errors/0/path").asText();
    }

    @Test
    void bringsAReleaseTellsOfItAndTakesItBack() throws Exception {
        String app = made(with(app(), "source", source()));
        JsonNode first = deployed(app, "");
        assertThat(first.path("status").asText()).as(first.toString()).isEqualTo("succeeded");
        assertThat(first.path("subject").asText()).startsWith("Version ");
        assertThat(first.path("author").asText()).isEqualTo("Ada Lovelace");
        assertThat(first.path("kept").asBoolean()).isTrue();
        String id = first.path("id").asText();

        JsonNode steps = owner().get("/deployments/" + id + "/steps").json();
        assertThat(steps.findValuesAsText("name"))
                .containsExactly("prepare", "clone", "build", "release", "health_check", "cleanup");
        assertThat(steps.findValuesAsText("status")).containsOnly("succeeded");
        Reply log = owner().get("/deployments/" + id + "/log");
        assertThat(log.body())
                .contains("== build\n")
                .contains("building with ***")
                .doesNotContain("open-sesame");
        assertThat(owner().get(app + "/status").json().path("running").asBoolean())
                .isTrue();

        String before = commit("2");
        JsonNode second = deployed(app, "{}");
        assertThat(second.path("commitId").asText()).isEqualTo(before);
        assertThat(second.path("replaced").asText()).isEqualTo(id);
        Path served = folder.resolve("place-" + names).resolve("current/built");
        assertThat(served).hasContent("2");

        Reply back = owner().post("/deployments/" + id + "/rollback", "");
        assertThat(back.status()).as(back.body()).isEqualTo(202);
        JsonNode rolledBack = ended(back.json().path("id").asText());
        assertThat(rolledBack.path("status").asText()).as(rolledBack.toString()).isEqualTo("succeeded");
        assertThat(rolledBack.path("rollbackTo").asText()).isEqualTo(id);
        assertThat(served).hasContent("1");
        assertThat(owner().get(app + "/deployments?status=succeeded").json()).hasSize(3);
        assertThat(owner().get("/deployments?limit=1").json()).hasSize(1);
        assertThat(owner().post("/deployments/" + id + "/cancel", "").status()).isEqualTo(409);

        assertThat(owner().delete(app).status()).isEqualTo(204);
        assertThat(owner().get("/deployments/" + id).status()).isEqualTo(404);
        assertThat(folder.resolve("place-" + names).resolve("releases")).doesNotExist();
    }

    @Test
    void streamsTheLogWhileItIsWritten() throws Exception {
        Map<String, Object> fields = app();
        Map<String, Object> slow = with(
                source(),
                "build",
                Map.of("command", List.of("sh", "-c", "echo one; while [ ! -e go ]; do sleep 0.1; done; echo two")));
        String app = made(with(fields, "source", with(slow, "healthCheck", Map.of("command", List.of("true")))));
        String id = owner().post(app + "/deployments", "").json().path("id").asText();
        try (HttpClient http = HttpClient.newHttpClient();
                EventReader stream = new EventReader(
                        http, console.port(), "/deployments/" + id + "/log/stream", console.ownerToken(), null)) {
            StringBuilder log = new StringBuilder();
            while (log.indexOf("one\n") < 0) {
                log.append(stream.next().data().path("text").asText());
            }
            assertThat(log).doesNotContain("two\n");
            Files.writeString(folder.resolve("place-" + names).resolve("releases/" + id + "/go"), "");
            for (EventReader.Event each = stream.next(); !each.type().equals("end"); each = stream.next()) {
                log.append(each.data().path("text").asText());
            }
            assertThat(log).contains("\none\ntwo\n").contains("== cleanup");
        }
        assertThat(ended(id).path("status").asText()).isEqualTo("succeeded");
        owner().delete(app);
    }

    @Test
    void keepsASourceToItsRevision() throws Exception {
        String app = made(app());
        assertThat(owner().get(app + "/source").status()).isEqualTo(404);
        assertThat(owner().post(app + "/deployments", "").status()).isEqualTo(409);
        Reply made = owner().put(app + "/source", JsonText.of(source()));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        assertThat(made.json().path("keepReleases").asInt()).isEqualTo(5);
        assertThat(made.json().path("autoDeploy").asBoolean()).isTrue();
        String tag = made.header("ETag");
        Reply changed = owner().send(
                        "PUT",
                        app + "/source",
                        JsonText.of(with(source(), "keepReleases", 3)),
                        Map.of("If-Match", tag, "Content-Type", "application/json"));
        assertThat(changed.json().path("keepReleases").asInt()).isEqualTo(3);
        assertThat(owner().send(
                                "PUT",
                                app + "/source",
                                JsonText.of(source()),
                                Map.of("If-Match", tag, "Content-Type", "application/json"))
                        .status())
                .isEqualTo(412);
        assertThat(owner().send("DELETE", app + "/source", "", Map.of("If-Match", tag))
                        .status())
                .isEqualTo(412);
        assertThat(owner().delete(app + "/source").status()).isEqualTo(204);
        assertThat(owner().get(app + "/source").status()).isEqualTo(404);
    }

    @Test
    void guessesFromTheFilesAndSaysWhy() throws Exception {
        Path place = folder.resolve("guessed.git");
        try (TestGit other = new TestGit(place)) {
            other.commitTexts(
                    "One", Map.of("package.json", "{\"scripts\": {\"start\": \"node .\"}}", "package-lock.json", "{}"));
        }
        Map<String, Object> asked = Map.of("cloneUrl", place.toString());
        Reply guessed = owner().post("/source-suggestions", JsonText.of(asked));
        assertThat(guessed.status()).as(guessed.body()).isEqualTo(200);
        assertThat(guessed.json().path("runtime").asText()).isEqualTo("process");
        assertThat(guessed.json().path("command")).hasSize(3);
        assertThat(guessed.json().at("/build/command").toString()).isEqualTo("[\"npm\",\"ci\"]");
        assertThat(guessed.json().path("because").asText())
                .isEqualTo("package.json has a script called start; package-lock.json says which versions.");
        assertThat(guessed.json().has("healthCheck")).isFalse();

        JsonNode nothing = owner().post("/source-suggestions", JsonText.of(with(asked, "runtime", "container")))
                .json();
        assertThat(nothing.has("build")).isFalse();
        assertThat(nothing.path("because").asText()).isEqualTo("There is no Dockerfile or Containerfile.");

        assertThat(at(owner().post("/source-suggestions", JsonText.of(with(asked, "directory", "../x")))))
                .isEqualTo("directory");
        assertThat(at(owner().post(
                                "/source-suggestions",
                                JsonText.of(Map.of("connectionId", "vcs_none", "owner", "a", "name", "b")))))
                .isEqualTo("connectionId");
        assertThat(owner().post("/source-suggestions", JsonText.of(with(asked, "directory", "none")))
                        .status())
                .isEqualTo(422);
        assertThat(owner().post("/source-suggestions", JsonText.of(with(asked, "branch", "none")))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void namesEachFieldThatIsWrong() throws Exception {
        String app = made(app());
        Map<String, Object> wrong = new LinkedHashMap<>();
        wrong.put("branch", List.of("$(touch x)", "a b", "../x", "-x", "a..b", "x.lock"));
        wrong.put("directory", List.of("../x", "/x", "-x", "a/../b"));
        wrong.put("deployDirectory", List.of("relative", "/", "/srv/../etc"));
        wrong.put("keepReleases", List.of(0, 51));
        wrong.put("pollSeconds", List.of(9, 86_401));
        wrong.put("cloneUrl", List.of("ftp://x/y", "https://u:p@example.com/x.git", "relative/path"));
        wrong.put("build", List.of(Map.of(), Map.of("command", List.of("a"), "dockerfile", "Dockerfile")));
        wrong.put("healthCheck", List.of(Map.of(), Map.of("url", "http://a/", "command", List.of("b"))));
        wrong.forEach((field, values) -> {
            for (Object value : (List<?>) values) {
                try {
                    Reply reply = owner().put(app + "/source", JsonText.of(with(source(), field, value)));
                    assertThat(at(reply)).as(field + "=" + value).isEqualTo(field);
                } catch (Exception e) {
                    throw new AssertionError(field + "=" + value, e);
                }
            }
        });
        assertThat(at(owner().put(app + "/source", JsonText.of(with(source(), "sharedPaths", List.of("ok", "../x"))))))
                .isEqualTo("sharedPaths[1]");
        assertThat(at(owner().put(
                                app + "/source",
                                JsonText.of(
                                        "connectionId", "vcs_01jgpz9w3v8t5x2m4n6q7r9s0a", "owner", "a", "name", "b"))))
                .isEqualTo("connectionId");
        Reply together = owner().post("/apps", JsonText.of(with(app(), "source", with(source(), "keepReleases", 0))));
        assertThat(at(together)).isEqualTo("source.keepReleases");
        assertThat(owner().get("/apps?name=deployed-" + names).json()).isEmpty();
        owner().put(app + "/source", JsonText.of(source()));
        for (String ref : List.of("gone", "$(x)", "--upload-pack=x")) {
            assertThat(at(owner().post(app + "/deployments", JsonText.of("ref", ref))))
                    .isEqualTo("ref");
        }
    }

    @Test
    void whoMayDeployMayNotSayWhat() throws Exception {
        String app = made(with(app(), "source", source()));
        ApiClient deployer = console.with("deployments:write", "deployments:read");
        assertThat(deployer.put(app + "/source", JsonText.of(source())).status())
                .isEqualTo(403);
        assertThat(deployer.delete(app + "/source").status()).isEqualTo(403);
        Reply begun = deployer.post(app + "/deployments", "");
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        assertThat(ended(begun.json().path("id").asText()).path("status").asText())
                .isEqualTo("succeeded");
        owner().delete(app);
    }

    @Test
    void tellsWhyOneFailedAndLeavesTheOldOne() throws Exception {
        String app = made(with(app(), "source", source()));
        JsonNode good = deployed(app, "");
        owner().put(
                        app + "/source",
                        JsonText.of(with(
                                source(), "healthCheck", Map.of("command", List.of("false"), "withinSeconds", 1))));
        JsonNode bad = deployed(app, "");
        assertThat(bad.path("status").asText()).isEqualTo("failed");
        assertThat(bad.path("reason").asText()).isNotBlank().doesNotContain("\n");
        assertThat(bad.path("error").asText())
                .contains("It was not healthy within 1 s")
                .contains("ended with 1");
        assertThat(bad.path("replaced").asText()).isEqualTo(good.path("id").asText());
        assertThat(bad.path("restored").asBoolean(true)).isFalse();
        owner().delete(app);
    }

    @Test
    void deploysContainersFromADockerfileOrByTheirTag() throws Exception {
        names++;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", "deployed-" + names);
        fields.put("serverId", "local");
        fields.put("runtime", "container");
        fields.put("image", "ghcr.io/team/shop:1.4");
        fields.put("engine", folder.resolve("no-engine.sock").toString());
        String app = made(fields);
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("cloneUrl", folder.resolve("shop.git").toString());
        assertThat(at(owner().put(app + "/source", JsonText.of(source)))).isEqualTo("build");
        assertThat(at(owner().put(
                                app + "/source",
                                JsonText.of(with(source, "build", Map.of("command", List.of("make")))))))
                .isEqualTo("build.command");
        Map<String, Object> outside = Map.of("dockerfile", "Dockerfile", "context", "web");
        assertThat(at(owner().put(app + "/source", JsonText.of(with(source, "build", outside)))))
                .isEqualTo("build.dockerfile");

        JsonNode byTag = deployed(app, JsonText.of("ref", "1.5"));

        assertThat(byTag.path("status").asText()).isEqualTo("failed");
        assertThat(byTag.path("error").asText()).contains("no-engine.sock");
        String steps = "/deployments/" + byTag.path("id").asText() + "/steps";
        assertThat(owner().get(steps).json().findValuesAsText("name"))
                .containsExactly("prepare", "clone", "release", "health_check", "cleanup");
        assertThat(at(owner().post(app + "/deployments", JsonText.of("ref", "a b"))))
                .isEqualTo("ref");
        Map<String, Object> built = Map.of("dockerfile", "web/Dockerfile", "context", "web");
        Reply made = owner().put(
                        app + "/source",
                        JsonText.of(with(with(source, "build", built), "switchCommand", List.of("reload-proxy"))));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        assertThat(made.json().at("/build/context").asText()).isEqualTo("web");
        assertThat(at(owner().post(app + "/deployments", JsonText.of("ref", "1.5"))))
                .as("a tag of the repository now")
                .isEqualTo("ref");
    }
}
