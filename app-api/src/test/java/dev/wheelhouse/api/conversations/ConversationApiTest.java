package dev.wheelhouse.api.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Conversations by HTTP alone: operation 20, commands, and plans that another key approves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConversationApiTest {

    private TestConsole console;
    private ApiClient filing;
    private ApiClient owner;
    private ConnectionClient shop;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        owner = console.owner();
        filing = owner.as(console.tokenWith("*"));
        shop = console.addSqlite();
        shop.run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)");
        shop.run("INSERT INTO item VALUES (1, 'hammer'), (2, 'saw')");
    }

    @AfterAll
    void stop() {
        filing.close();
        console.close();
    }

    private String begin() throws Exception {
        Reply reply = filing.post("/conversations", "");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.header("Location")).endsWith(reply.json().path("id").asText());
        return "/conversations/" + reply.json().path("id").asText();
    }

    /** Says something and returns the answer. */
    private JsonNode ask(String conversation, String content) throws Exception {
        Reply said = filing.post(conversation + "/messages", JsonText.of(Map.of("content", content)));
        assertThat(said.status()).as(said.body()).isEqualTo(201);
        return messageAfter(conversation, said.json().path("ordinal").asInt());
    }

    private JsonNode messageAfter(String conversation, int ordinal) throws Exception {
        JsonNode messages = Awaiting.answer(
                () -> filing.get(conversation + "/messages").json(),
                found -> found.size() > ordinal,
                "There is no message behind " + ordinal);
        return messages.get(ordinal);
    }

    @Test
    void theMessagesOfACommandAndItsAnswer() throws Exception {
        String conversation = begin();

        JsonNode answer = ask(conversation, "/query " + shop.id() + " SELECT name FROM item ORDER BY id");

        assertThat(answer.path("role").asText()).isEqualTo("assistant");
        assertThat(answer.path("content").asText()).contains("hammer");
        assertThat(answer.at("/toolEvents/0/tool").asText()).isEqualTo("query");
        assertThat(answer.at("/toolEvents/0/input/database").asText()).isEqualTo(shop.id());
        assertThat(answer.at("/toolEvents/0/isError").asBoolean()).isFalse();
        JsonNode all = filing.get(conversation + "/messages").json();
        assertThat(all.at("/0/role").asText()).isEqualTo("user");
        assertThat(all.at("/0").has("toolEvents")).isTrue();
        assertThat(all.at("/0/toolEvents").isNull()).isTrue();
        Reply first = filing.get(conversation + "/messages?limit=1");
        assertThat(first.json()).hasSize(1);
        assertThat(first.header("Link")).contains("cursor=1").contains("rel=\"next\"");
        assertThat(filing.get(conversation + "/messages?limit=1&cursor=1")
                        .json()
                        .at("/0/ordinal")
                        .asInt())
                .isEqualTo(2);
        assertThat(filing.get(conversation).json().path("answering").asBoolean())
                .isFalse();
    }

    @Test
    void badMessages() throws Exception {
        String conversation = begin();

        for (String content : List.of("", "  ", "x".repeat(66_000), "a\0b", "/sevrers")) {
            Reply reply = filing.post(conversation + "/messages", JsonText.of(Map.of("content", content)));
            assertThat(reply.status()).as(reply.body()).isEqualTo(422);
            assertThat(reply.json().at("/errors/0/path").asText()).isEqualTo("content");
        }
        assertThat(filing.post(conversation + "/messages", JsonText.of(Map.of("content", "/sevrers")))
                        .json()
                        .path("detail")
                        .asText())
                .contains("/servers");
        assertThat(filing.post(conversation + "/cancel", "").json().path("code").asText())
                .isEqualTo("state_invalid");
        assertThat(filing.get(conversation + "/messages").json()).isEmpty();
    }

    @Test
    void aPlanIsApprovedByAnotherKeyAndRunsOnce() throws Exception {
        String conversation = begin();
        JsonNode answer = ask(conversation, "/sql " + shop.id() + " DELETE FROM item WHERE id = 2");
        String plan = conversation + "/plans/" + answer.path("planId").asText();
        assertThat(filing.get(plan).json().at("/steps/0/facts").toString()).contains("DELETE FROM item");

        Reply own = filing.post(plan + "/approve", "");
        assertThat(own.status()).isEqualTo(403);
        assertThat(own.json().path("code").asText()).isEqualTo("insufficient_scope");
        assertThat(filing.post(plan + "/approve", "{\"steps\":[]}").status()).isIn(403, 422);
        assertThat(owner.post(plan + "/approve", "{\"steps\":[2]}").status()).isEqualTo(422);
        assertThat(owner.post(plan + "/approve", "{\"steps\":null}").status())
                .as("not all")
                .isEqualTo(422);
        assertThat(shop.value("SELECT count(*) FROM item").asInt()).isEqualTo(2);

        Reply approved = owner.post(plan + "/approve", "{\"steps\":[1]}");
        assertThat(approved.status()).as(approved.body()).isEqualTo(202);
        assertThat(approved.json().path("status").asText()).isEqualTo("running");
        JsonNode came = messageAfter(conversation, 2);

        assertThat(came.path("role").asText()).isEqualTo("system");
        assertThat(shop.value("SELECT count(*) FROM item").asInt()).isEqualTo(1);
        assertThat(filing.get(plan).json().path("status").asText()).isEqualTo("succeeded");
        Reply again = owner.post(plan + "/approve", "");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json().path("code").asText()).isEqualTo("state_invalid");
        assertThat(owner.get("/jobs/" + approved.json().path("jobId").asText())
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("succeeded");
    }

    @Test
    void aRejectedPlanIsNotRun() throws Exception {
        String conversation = begin();
        JsonNode answer = ask(conversation, "/sql " + shop.id() + " DROP TABLE item");
        String plan = conversation + "/plans/" + answer.path("planId").asText();

        assertThat(filing.post(plan + "/reject", "").json().path("status").asText())
                .isEqualTo("rejected");
        assertThat(owner.post(plan + "/approve", "").json().path("code").asText())
                .isEqualTo("state_invalid");
        assertThat(filing.get(conversation + "/plans").json().at("/0/status").asText())
                .isEqualTo("rejected");
    }

    @Test
    void theStreamHasMessagesPlansAndItsEnd() throws Exception {
        String conversation = begin();
        ask(conversation, "/servers");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + console.port() + "/api/v1" + conversation + "/stream"))
                .header("Authorization", "Bearer " + console.ownerToken())
                .header("Last-Event-ID", "1")
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> stream = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            assertThat(stream.statusCode()).isEqualTo(200);
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                List<String> first = until(lines, "answering");
                assertThat(first).contains("id: 2").noneMatch(each -> each.contains("\"ordinal\":1,"));
                filing.post(
                        conversation + "/messages",
                        JsonText.of(Map.of("content", "/sql " + shop.id() + " DROP TABLE item")));
                assertThat(until(lines, "plan")).isNotEmpty();
                assertThat(filing.delete(conversation).status()).isEqualTo(204);
                assertThat(until(lines, "end")).isNotEmpty();
            }
        }
        assertThat(filing.get(conversation).status()).isEqualTo(404);
    }

    private static List<String> until(BufferedReader lines, String type) throws Exception {
        List<String> read = new ArrayList<>();
        String line = lines.readLine();
        while (line != null && !line.equals("event: " + type)) {
            read.add(line);
            line = lines.readLine();
        }
        assertThat(line).as("the event %s behind %s", type, read).isNotNull();
        return List.of(String.join("\n", read).split("\n"));
    }

    @Test
    void whatAssistantsSeeOfAConnectionIsASetting() throws Exception {
        Reply set = owner.patch("/db-connections/" + shop.id(), "{\"assistantSharing\":\"nothing\"}");
        assertThat(set.json().path("assistantSharing").asText()).isEqualTo("nothing");
        JsonNode described = owner.get("/assistant").json();
        assertThat(described.has("model")).isFalse();
        assertThat(described.path("databases")).anySatisfy(each -> {
            assertThat(each.path("id").asText()).isEqualTo(shop.id());
            assertThat(each.path("sharing").asText()).isEqualTo("nothing");
        });
        owner.patch("/db-connections/" + shop.id(), "{\"assistantSharing\":null}");
        assertThat(sharingOfTheShop()).isEqualTo("rows");
        owner.patch("/db-connections/" + shop.id(), "{\"environment\":\"production\"}");
        assertThat(sharingOfTheShop()).isEqualTo("names");
        owner.patch("/db-connections/" + shop.id(), "{\"assistantSharing\":\"nothing\"}");
        owner.patch("/db-connections/" + shop.id(), "{\"environment\":\"development\"}");
        assertThat(sharingOfTheShop()).isEqualTo("nothing");
        assertThat(owner.patch("/db-connections/" + shop.id(), "{\"assistantSharing\":\"all\"}")
                        .status())
                .isEqualTo(422);
    }

    private String sharingOfTheShop() throws Exception {
        return owner.get("/db-connections/" + shop.id())
                .json()
                .path("assistantSharing")
                .asText();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whyTheLastDeploymentOfAnAppFailed(@TempDir Path folder) throws Exception {
        try (TestGit git = new TestGit(folder.resolve("shop.git"))) {
            git.commitTexts("Break the build", Map.of("run.sh", "sleep 1000\n"));
            Map<String, Object> source = Map.of(
                    "cloneUrl", folder.resolve("shop.git").toString(),
                    "deployDirectory", folder.resolve("place").toString(),
                    "build", Map.of("command", List.of("sh", "-c", "echo cannot find module basket; exit 3")));
            Reply app = owner.post(
                    "/apps",
                    JsonText.of(Map.of(
                            "name", "webshop",
                            "serverId", "local",
                            "runtime", "process",
                            "command", List.of("sh", "run.sh"),
                            "source", source)));
            assertThat(app.status()).as(app.body()).isEqualTo(201);
            Reply queued = owner.post("/apps/" + app.json().path("id").asText() + "/deployments", "");
            Awaiting.answer(
                    () -> owner.get("/deployments/" + queued.json().path("id").asText())
                            .json()
                            .path("status")
                            .asText(),
                    "failed"::equals,
                    "The deployment did not fail");
            String conversation = begin();

            JsonNode why = ask(conversation, "/deployment webshop");

            assertThat(why.at("/toolEvents/0/isError").asBoolean()).isFalse();
            assertThat(why.path("content").asText())
                    .contains("failed", "Break the build", "cannot find module basket", "exit code 3")
                    .containsPattern("build +failed");
            JsonNode again = ask(conversation, "/deploy webshop");
            JsonNode plan = filing.get(
                            conversation + "/plans/" + again.path("planId").asText())
                    .json();
            assertThat(plan.at("/steps/0/sentence").asText()).isEqualTo("Deploy the newest to webshop");
            assertThat(plan.at("/steps/0/facts").toString()).contains("shop.git");
        }
    }

    @Test
    void whatFillsADisk(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("logs/old"));
        Files.write(folder.resolve("logs/old/big.log"), new byte[3 << 20]);
        Files.write(folder.resolve("small"), new byte[10]);

        JsonNode usage = owner.get("/servers/local/disk-usage?path=" + folder).json();

        assertThat(usage.at("/entries/0/path").asText()).isEqualTo(folder + "/logs/old/big.log");
        assertThat(usage.at("/entries/0/bytes").asLong()).isGreaterThanOrEqualTo(3 << 20);
        Process df = new ProcessBuilder("df", "-kP", folder.toString()).start();
        String[] columns = new String(df.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow()
                .split("\\s+", -1);
        long used = usage.path("usedBytes").asLong();
        long usable = used + usage.path("availableBytes").asLong();
        // Others write to the disk meanwhile.
        assertThat((double) Math.ceilDiv(100 * (used >> 10), usable >> 10))
                .as("as df tells it")
                .isCloseTo(Integer.parseInt(columns[4].replace("%", "")), within(1.0));
        assertThat(usage.path("totalBytes").asLong())
                .isGreaterThan(usage.path("usedBytes").asLong());
        JsonNode answer = ask(begin(), "/disk local " + folder);
        assertThat(answer.path("content").asText()).containsPattern("3MiB +" + folder + "/logs/old/big.log");
        assertThat(owner.get("/servers/local/disk-usage?path=relative").status())
                .isEqualTo(422);
        assertThat(owner.get("/servers/local/disk-usage?path=" + folder + "/none")
                        .status())
                .isEqualTo(422);
        assertThat(owner.as(console.tokenWith("servers:read"))
                        .get("/servers/local/disk-usage?path=" + folder)
                        .status())
                .isEqualTo(403);
    }
}
