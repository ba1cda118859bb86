package dev.wheelhouse.api.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.FakePrometheus;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** Hostile text in every field of every body, one at a time in a body that is right but for it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class HostileTextTest {

    /** Of how many texts a field gets one; the next fields, and the same ones on another day, get the others. */
    private static final int SHARE = LongRun.of(6, 1);

    /** What does not succeed here, however right it is, and how it is refused. */
    private static final Map<String, Integer> NEVER_HERE = Map.ofEntries(
            Map.entry("POST /members/invites/accept", 404),
            Map.entry("POST /servers/{id}/trust-host-key", 502),
            Map.entry("POST /backup-configs/pitr", 422),
            Map.entry("POST /backup-configs/adopt", 422),
            Map.entry("POST /vcs-connections/{id}/webhooks", 422),
            Map.entry("POST /hooks/vcs/{hookId}", 401),
            Map.entry("POST /conversations/{id}/plans/{planId}/approve", 404),
            Map.entry("POST /mail/domains/{id}/publish", 409),
            Map.entry("POST /outbound-webhooks/{id}/redeliver", 409),
            Map.entry("PATCH /api-keys/{id}", 409),
            Map.entry("POST /vault/unlock", 409));

    /** What is answered in one form, whichever it was written in. */
    private static final Set<String> IN_ONE_FORM = Set.of(
            "POST /db-connections/{id}/format /sql",
            "POST /conversations /title",
            "POST /backup-configs /prefix",
            "POST /apps /unit",
            "PATCH /apps/{id} /unit");

    private final OpenApiContract contract = new OpenApiContract();
    private final Fields fields = new Fields(contract);
    private final List<String> failures = new ArrayList<>();

    private TestConsole console;
    private TestGit git;
    private FakePrometheus server;
    private Path mark;
    private Belongings belongings;
    private Bodies bodies;
    private int sent;

    @BeforeAll
    void start(@TempDir Path given) throws Exception {
        Path directory = given.toRealPath();
        console = TestConsole.start(directory);
        git = new TestGit(directory.resolve("shop.git"));
        git.commitTexts("One", Map.of("a/run.sh", "true"));
        server = new FakePrometheus();
        mark = directory.resolve("mark");
        console.owner().patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}");
        belongings = new Belongings(console.owner(), console.addSqlite(), directory);
        bodies = new Bodies(contract, belongings, directory, server.url());
    }

    @AfterAll
    void stop() {
        console.close();
        git.close();
        server.close();
    }

    @Test
    void everyFieldKeepsToTheDocumentWhateverItIsGiven() throws Exception {
        List<HostileText> texts = HostileText.all(mark);
        int places = 0;
        for (Operation operation : bodies.operations()) {
            List<JsonNode> rightOnes = bodies.of(operation);
            for (JsonNode right : rightOnes) {
                proveRight(operation, right);
                proveStrict(operation, right);
            }
            for (JsonPointer place : fields.ofText(bodies.schema(operation))) {
                places++;
                Body body = new Body(bodies.with(operation, place), place);
                for (int i = (int) ((places + Property.firstSeed()) % SHARE); i < texts.size(); i += SHARE) {
                    prove(operation, body, texts.get(i));
                }
            }
        }
        System.out.println(
                "Hostile text: " + places + " fields, " + sent + " requests, " + failures.size() + " failures");
        assertThat(failures).isEmpty();
        assertThat(mark).doesNotExist();
        assertThat(console.owner().get("/health").json().path("status").asText())
                .isEqualTo("ok");
        for (Operation list : lists()) {
            assertThat(console.owner().get(list.path()).status())
                    .as(list.path())
                    .isEqualTo(200);
        }
    }

    private List<Operation> lists() {
        return contract.operations().stream()
                .filter(each -> each.method().equals("GET") && !each.path().contains("{"))
                .filter(each -> each.node()
                        .at("/responses/200/content/application~1json/schema/type")
                        .asText()
                        .equals("array"))
                .toList();
    }

    private void proveRight(Operation operation, JsonNode right) throws Exception {
        contract.checkSchema(name(operation), bodies.schema(operation), right.toString());
        Reply reply = send(operation, right.toString().getBytes(StandardCharsets.UTF_8));
        Integer never = NEVER_HERE.get(name(operation));
        boolean isTaken = never == null ? reply.status() / 100 == 2 : reply.status() == never;
        if (!isTaken) {
            failures.add(name(operation) + " does not take " + right + ": " + reply.body());
        }
        clear(operation, reply);
    }

    /** What is no JSON, and names that nobody knows. */
    private void proveStrict(Operation operation, JsonNode right) throws Exception {
        for (JsonPointer place : Fields.objects(right)) {
            JsonPointer unknown = place.appendProperty("nobodyKnowsThis");
            prove(operation, new Body(right, unknown), HostileText.of("x"));
        }
        Body body = new Body(
                right,
                JsonPointer.empty()
                        .appendProperty(
                                right.isEmpty() ? "a" : right.fieldNames().next()));
        for (HostileText text : HostileText.unreadable()) {
            prove(operation, body, text);
        }
    }

    private void prove(Operation operation, Body body, HostileText text) throws Exception {
        byte[] bytes = body.with(text);
        String what = name(operation) + " " + body.place() + " = " + text;
        Reply reply;
        try {
            reply = send(operation, bytes);
        } catch (AssertionError | IOException e) {
            failures.add(what + " → " + e.getMessage());
            return;
        }
        boolean isRefused = reply.status() >= 400 || isJsonRpcError(operation, reply);
        if (reply.status() == 500 || (!isRefused && mustBeRefused(operation, text, bytes))) {
            failures.add(what + " → " + reply.status() + " " + reply.body());
        }
        if (reply.status() < 300 && !comesBack(operation, body.place(), text, reply)) {
            failures.add(what + " comes back as " + reply.body());
        }
        clear(operation, reply);
    }

    /** What the document does not allow; null stands for a field that is left out. */
    private boolean mustBeRefused(Operation operation, HostileText text, byte[] body) {
        if (text.isNull()) {
            return false;
        }
        try {
            return text.isHalfOfAPair()
                    || !contract.errors(bodies.schema(operation), new String(body, StandardCharsets.UTF_8))
                            .isEmpty();
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    private static boolean isJsonRpcError(Operation operation, Reply reply) {
        return operation.path().equals("/mcp") && reply.body().contains("\"error\"");
    }

    /** {@code local} is a name of what it stands for. */
    private static boolean comesBack(Operation operation, JsonPointer place, HostileText text, Reply reply) {
        String value = text.value();
        if (value == null
                || value.equals("local")
                || !reply.header("Content-Type").contains("json")) {
            return true;
        }
        JsonNode back = reply.json().at(place);
        return !back.isTextual()
                || back.asText().equals(value)
                || back.asText().equals(value.strip())
                || IN_ONE_FORM.contains(name(operation) + " " + place);
    }

    private Reply send(Operation operation, byte[] body) throws Exception {
        sent++;
        String path = belongings.path(operation.path());
        return console.owner().send(operation.method(), path, body, Map.of("Content-Type", "application/json"));
    }

    /** What was made goes, so that its name is free for the next. */
    private void clear(Operation operation, Reply reply) throws Exception {
        String its = operation.path() + "/{id}";
        boolean canGo = contract.operations().stream()
                .anyMatch(each -> each.method().equals("DELETE") && each.path().equals(its));
        if (reply.status() == 201 && canGo) {
            String path = reply.header("Location").substring("/api/v1".length());
            Reply gone = console.owner().delete(path.startsWith("/apps/") ? path + "?forget=true" : path);
            if (gone.status() != 204) {
                failures.add(path + " does not go: " + gone.body());
            }
        }
    }

    private static String name(Operation operation) {
        return operation.method() + " " + operation.path();
    }
}
