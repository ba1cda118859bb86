package dev.wheelhouse.api.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.FakePrometheus;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import dev.wheelhouse.api.testing.TestConsole;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A secret of its own in every field of the document that takes one, and every secret that the console makes: none is told
 * by any answer, event, export or line of the log, nor stands in a file of the home as it is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class PlantedSecretsTest {

    private static final Pattern SECRET =
            Pattern.compile("(?i).*(password|passphrase|secret.*|token|privateKey|apiKey|recoveryText)");

    /** What is refused here for another reason, and still not told. */
    private static final Set<String> REFUSED = Set.of(
            "PATCH /apps/{id} /environment/CHOSEN",
            "PATCH /backup-configs/{id} /login/password",
            "PATCH /db-connections/{id} /password",
            "PATCH /notification-channels/{id} /botToken",
            "PATCH /notification-channels/{id} /chatId",
            "PATCH /notification-channels/{id} /url",
            "PATCH /servers/{id} /auth/passphrase",
            "POST /backup-configs/adopt /dest/secretAccessKey",
            "POST /backup-configs/adopt /recoveryText",
            "POST /backup-configs/pitr /dest/secretAccessKey",
            "POST /backup-configs/pitr /login/password",
            "POST /backup-configs/test /login/password",
            "POST /members/invites/accept /token",
            "POST /servers /auth/passphrase",
            "POST /servers/test /auth/passphrase",
            "POST /vault/passphrase /passphrase",
            "POST /vault/unlock /passphrase");

    /** What is answered once, and what it is in. */
    private static final Set<String> SHOWN = Set.of("token", "code", "secret", "recoveryText");

    private final OpenApiContract contract = new OpenApiContract();
    private final Fields fields = new Fields(contract);
    private final Planted planted = new Planted();
    private final List<String> told = new ArrayList<>();
    private final Set<String> refused = new TreeSet<>();
    private final Map<String, List<String>> made = new LinkedHashMap<>();
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Handler listening = new Handler() {
        private final Formatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            log.add(formatter.format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private TestConsole console;
    private FakePrometheus server;
    private Belongings belongings;
    private Bodies bodies;
    private int number;

    @BeforeAll
    void start(@TempDir Path given) throws Exception {
        Path directory = given.toRealPath();
        listening.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(listening);
        console = TestConsole.start(directory);
        server = new FakePrometheus();
        console.owner().patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}");
        belongings = new Belongings(console.owner(), console.addSqlite(), directory);
        bodies = new Bodies(contract, belongings, directory, server.url());
    }

    @AfterAll
    void stop() {
        console.close();
        server.close();
        Logger.getLogger("").removeHandler(listening);
    }

    @Test
    void nothingTellsOne() throws Exception {
        for (Operation operation : bodies.operations()) {
            for (JsonPointer place : fields.ofText(bodies.schema(operation))) {
                if (isSecret(operation, place)) {
                    plant(operation, place);
                }
            }
        }
        assertThat(planted.size()).isGreaterThan(40);
        assertThat(refused).containsExactlyInAnyOrderElementsOf(REFUSED);
        for (String each : List.of(
                "/api-keys:{'name': 'shown'}",
                "/members/invites:{'email': 'shown@example.com', 'role': 'viewer'}",
                "/outbound-webhooks:{'url': 'http://127.0.0.1:1/shown', 'events': ['deploy.failed']}",
                "/vault/invitations:",
                "/backup-configs/" + sealedBackups() + "/recovery-text:")) {
            int colon = each.indexOf(':');
            showing(belongings.text(each.substring(0, colon)), belongings.text(each.substring(colon + 1)));
        }
        // What is no secret is found, or the search would find nothing.
        planted.add("control", "controlled");
        console.owner().patch("/organization", "{\"name\":\"controlled\"}");
        readEverything();
        for (String each : told) {
            List<String> held = planted.in(each);
            assertThat(held).as(each).isSubsetOf("control");
        }
        assertThat(planted.in(String.join("\n", told))).containsExactly("control");
        assertThat(planted.in(String.join("\n", log))).isEmpty();
        assertThat(planted.below(console.home()).values())
                .isNotEmpty()
                .allSatisfy(held -> assertThat(held).containsExactly("control"));
    }

    private boolean isSecret(Operation operation, JsonPointer place) {
        if (SECRET.matcher(place.last().getMatchingProperty()).matches()
                || place.head().toString().endsWith("/environment")) {
            return true;
        }
        return fields.at(bodies.schema(operation), place).path("writeOnly").asBoolean();
    }

    private void plant(Operation operation, JsonPointer place) throws Exception {
        number++;
        String where = operation.method() + " " + operation.path() + " " + place;
        JsonNode right = bodies.with(operation, place);
        String secret = secret(place);
        planted.add(where, secret);
        ObjectNode body = (ObjectNode) Fields.with(right, place, whole(place, secret));
        // Each is kept beside the others.
        for (String name : List.of("name", "fqdn", "prefix")) {
            if (body.path(name).isTextual() && !operation.method().equals("PATCH")) {
                body.put(name, (name.equals("fqdn") ? "n%d.example.com" : "n%d").formatted(number));
            }
        }
        Reply reply = console.owner()
                .send(
                        operation.method(),
                        belongings.path(operation.path()),
                        body.toString(),
                        Map.of("Content-Type", "application/json", "Idempotency-Key", "plant-" + number));
        told.add(reply.body());
        if (reply.status() >= 300) {
            refused.add(where);
        }
        if (reply.status() == 201) {
            made.computeIfAbsent(operation.path(), _ -> new ArrayList<>())
                    .add(reply.json().path("id").asText());
        }
    }

    /** Letters that stand nowhere else, also in Base64 as they are. */
    private String secret(JsonPointer place) throws GeneralSecurityException {
        if (place.last().getMatchingProperty().equals("privateKey")) {
            byte[] key = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            return Base64.getEncoder().encodeToString(key);
        }
        return "planted%09d".formatted(number);
    }

    private String whole(JsonPointer place, String secret) {
        return switch (place.last().getMatchingProperty()) {
            case "privateKey" -> "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n";
            case "botToken" -> "123456789:" + secret + secret + "abc";
            case "url" -> server.url() + "/" + secret;
            case "chatId" -> "@" + secret;
            case "to" -> secret + "@example.com";
            default -> secret;
        };
    }

    private String sealedBackups() throws Exception {
        String body = belongings.text("""
                {'type': 'sqlite', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'prefix': 'sealed',
                 'dest': {'provider': 'file', 'bucket': '%s', 'accessKeyId': 'none', 'secretAccessKey': 'none'}}
                """.formatted(console.newFile()));
        return console.owner().post("/backup-configs", body).json().path("id").asText();
    }

    private void showing(String path, String body) throws Exception {
        String type = body.isEmpty() ? "" : "application/json";
        Map<String, String> headers = type.isEmpty()
                ? Map.of("Idempotency-Key", "show-" + number)
                : Map.of("Idempotency-Key", "show-" + number, "Content-Type", type);
        Reply reply = console.owner().send("POST", path, body, headers);
        assertThat(reply.status()).as(path + " → " + reply.body()).isBetween(200, 299);
        List<String> shown = new ArrayList<>();
        for (String each : SHOWN) {
            reply.json().findValues(each).forEach(value -> shown.add(value.asText()));
        }
        assertThat(shown).as(path).hasSize(1);
        planted.add("shown by " + path, shown.getFirst());
        number++;
    }

    /** Asks every route that reads about everything, tries out what can be tried, and sends each creation again. */
    private void readEverything() throws Exception {
        for (Operation operation : contract.operations()) {
            JsonNode content = operation.node().at("/responses/200/content");
            boolean isTrial =
                    operation.method().equals("POST") && operation.path().endsWith("/{id}/test");
            boolean isReading = operation.method().equals("GET") && !content.has("text/event-stream");
            if (!isTrial && !isReading) {
                continue;
            }
            ask(operation.method(), belongings.path(operation.path()));
            for (Map.Entry<String, List<String>> each : made.entrySet()) {
                if (operation.path().startsWith(each.getKey() + "/{id}")) {
                    for (String id : each.getValue()) {
                        ask(operation.method(), Belongings.path(operation.path(), id));
                    }
                }
            }
        }
    }

    private void ask(String method, String path) throws Exception {
        told.add(method.toLowerCase(Locale.ROOT) + " " + path + "\n"
                + console.owner().send(method, path, "", Map.of()).body());
    }
}
