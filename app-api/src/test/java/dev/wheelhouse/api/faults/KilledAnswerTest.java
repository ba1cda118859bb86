package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a console while its assistant answers, and while a plan is carried out. */
@Real
class KilledAnswerTest {

    private static final String LONG =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT i FROM n";

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void makeDatabase() throws Exception {
        home = folder.resolve("home");
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            assertThat(client.post(
                                    "/db-connections",
                                    json(Map.of(
                                            "name",
                                            "shop",
                                            "engine",
                                            "sqlite",
                                            "path",
                                            folder.resolve("shop.db").toString(),
                                            "create",
                                            true,
                                            "environment",
                                            "development")))
                            .status())
                    .isEqualTo(201);
            JsonNode shop = client.get("/db-connections").json().get(0);
            client.post(
                    "/db-connections/" + shop.path("id").asText() + "/query",
                    json(Map.of("sql", "CREATE TABLE item (id INTEGER)")));
            console.kill();
        }
    }

    private static String json(Map<String, ?> fields) throws Exception {
        return new ObjectMapper().writeValueAsString(fields);
    }

    private static JsonNode say(Client client, String conversation, String content) throws Exception {
        Client.Reply reply = client.post(conversation + "/messages", json(Map.of("content", content)));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json();
    }

    private static JsonNode awaitMessages(Client client, String conversation, int count) throws Exception {
        return Awaiting.answer(
                () -> client.get(conversation + "/messages").json(), each -> each.size() == count, count + " messages");
    }

    @Test
    void anAnswerThatWasCutOffIsSaidToBeAndTheConversationGoesOn() throws Exception {
        String conversation;
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            conversation = "/conversations/"
                    + client.post("/conversations", "{}").json().path("id").asText();
            say(client, conversation, "/query shop SELECT max(i) FROM (" + LONG + ")");
            Awaiting.until(
                    "it runs",
                    () -> client.get(conversation).json().path("answering").asBoolean());
            console.kill();
        }
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            JsonNode cut = awaitMessages(client, conversation, 2).get(1);
            assertThat(cut.path("role").asText()).isEqualTo("system");
            assertThat(cut.path("content").asText()).contains("The console stopped while it ran");
            assertThat(client.get(conversation).json().path("answering").asBoolean())
                    .isFalse();
            say(client, conversation, "/query shop SELECT 42 AS answer");
            assertThat(awaitMessages(client, conversation, 4)
                            .get(3)
                            .path("content")
                            .asText())
                    .contains("42");
        }
    }

    @Test
    void aStepThatWasCutOffIsFailedAndNotRunAgain() throws Exception {
        String plan;
        String conversation;
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            conversation = "/conversations/"
                    + client.post("/conversations", "{}").json().path("id").asText();
            String key = client.post("/api-keys", json(Map.of("name", "approver", "scopes", new String[] {"*"})))
                    .json()
                    .path("token")
                    .asText();
            say(client, conversation, "/sql shop INSERT INTO item " + LONG);
            plan = conversation + "/plans/"
                    + awaitMessages(client, conversation, 2)
                            .get(1)
                            .path("planId")
                            .asText();
            try (Client approver = client.as(key)) {
                assertThat(approver.post(plan + "/approve", "{}").status()).isEqualTo(202);
            }
            Awaiting.until(
                    "the step runs",
                    () -> client.get(plan).json().at("/steps/0/status").asText().equals("running"));
            console.kill();
        }
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            JsonNode told = awaitMessages(client, conversation, 3).get(2);
            assertThat(told.path("role").asText()).isEqualTo("system");
            JsonNode ended = client.get(plan).json();
            assertThat(ended.path("status").asText()).isEqualTo("failed");
            assertThat(ended.at("/steps/0/status").asText()).isEqualTo("failed");
            assertThat(ended.at("/steps/0/result").asText()).contains("The console stopped");
            assertThat(client.post(plan + "/approve", "{}").status()).isIn(403, 409);
            say(client, conversation, "/query shop SELECT count(*) AS items FROM item");
            assertThat(awaitMessages(client, conversation, 5)
                            .get(4)
                            .path("content")
                            .asText())
                    .containsPattern("items\\s+0");
        }
    }
}
