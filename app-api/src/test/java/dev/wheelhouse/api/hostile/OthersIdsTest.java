package dev.wheelhouse.api.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.access.OtherOrganization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An id of another organization's in a body or a query is answered word by word as one that nobody has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OthersIdsTest {

    private static final Set<String> OF_NO_OBJECT = Set.of("limit", "cursor");

    private final OpenApiContract contract = new OpenApiContract();
    private final Fields fields = new Fields(contract);
    private final List<String> failures = new ArrayList<>();

    private TestConsole console;
    private ApiClient stranger;
    private Belongings theirs;
    private Belongings own;
    private Bodies bodies;
    private int asked;

    @BeforeAll
    void start(@TempDir Path given) throws Exception {
        Path directory = given.toRealPath();
        console = TestConsole.start(directory);
        theirs = new Belongings(console.owner(), console.addSqlite(), directory.resolve("theirs"));
        stranger = console.owner().as(OtherOrganization.addTo(console.home()));
        String file = console.newFile().toString();
        Reply made = stranger.post(
                "/db-connections",
                JsonText.of(
                        "name", "own", "engine", "sqlite", "path", file, "create", true, "environment", "development"));
        ConnectionClient connection =
                new ConnectionClient(stranger, made.json().path("id").asText());
        own = new Belongings(stranger, connection, directory.resolve("own"));
        bodies = new Bodies(contract, own, directory, "http://127.0.0.1:1");
    }

    @AfterAll
    void stop() {
        stranger.close();
        console.close();
    }

    @BeforeEach
    void forget() {
        failures.clear();
        asked = 0;
    }

    @Test
    void inBodies() throws Exception {
        for (Operation operation : contract.operations()) {
            if (bodies.schema(operation).isMissingNode() || isOfNobody(operation)) {
                continue;
            }
            for (JsonPointer place : fields.ofText(bodies.schema(operation))) {
                if (!place.last().getMatchingProperty().endsWith("Id")) {
                    continue;
                }
                Body body = new Body(bodies.with(operation, place), place);
                for (String id : theirs.ids()) {
                    prove(operation, place.toString(), id, each -> send(operation, body.with(HostileText.of(each))));
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(asked).isGreaterThan(200);
    }

    @Test
    void inQueries() throws Exception {
        for (Operation operation : contract.operations()) {
            boolean isAnswer = operation.node().at("/responses/200/content").has("application/json");
            if (!operation.method().equals("GET") || !isAnswer || isOfNobody(operation)) {
                continue;
            }
            for (JsonNode reference : operation.node().path("parameters")) {
                JsonNode parameter = contract.resolve(reference);
                String name = parameter.path("name").asText();
                JsonNode schema = contract.resolve(parameter.path("schema"));
                boolean isText =
                        schema.path("type").asText().equals("string") && !schema.has("enum") && !schema.has("format");
                if (!parameter.path("in").asText().equals("query") || !isText || OF_NO_OBJECT.contains(name)) {
                    continue;
                }
                for (String id : theirs.ids()) {
                    String path = own.path(operation.path());
                    String query = path + (path.contains("?") ? "&" : "?") + name + "=";
                    prove(operation, name, id, each -> stranger.get(query + each));
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(asked).isGreaterThan(200);
    }

    /** Backups are of a machine, which the stranger has none of. */
    private static boolean isOfNobody(Operation operation) {
        return operation.path().startsWith("/backup-configs/{id}");
    }

    private Reply send(Operation operation, byte[] body) throws Exception {
        return stranger.send(
                operation.method(), own.path(operation.path()), body, Map.of("Content-Type", "application/json"));
    }

    private interface Asking {
        Reply ask(String id) throws Exception;
    }

    private void prove(Operation operation, String place, String id, Asking asking) throws Exception {
        asked++;
        String nobodys = id.substring(0, id.indexOf('_') + 1) + "0".repeat(26);
        Reply others = asking.ask(id);
        Reply unknown = asking.ask(nobodys);
        String one = told(others, id, nobodys);
        String other = told(unknown, id, nobodys);
        if (!one.equals(other)) {
            failures.add(operation.method() + " " + operation.path() + " " + place + " = " + id + " → " + one
                    + " and of nobody's " + other);
        }
    }

    /** What is said of an id, but for the id. */
    private static String told(Reply reply, String id, String other) {
        String body = reply.body().replace(id, "ID").replace(other, "ID").replaceAll("\"instance\":\"[^\"]*\"", "");
        return reply.status() + (reply.status() < 300 ? "" : " " + body);
    }
}
