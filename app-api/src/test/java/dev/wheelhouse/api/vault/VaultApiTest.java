package dev.wheelhouse.api.vault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultApiTest {

    private static final String PASSPHRASE = "five words are quite enough";

    private TestConsole console;
    private ApiClient owner;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        owner = console.owner();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void isOpenAndEmptyBeforeTheFirstSecret() throws Exception {
        JsonNode vault = owner.get("/vault").json();
        assertThat(vault.path("state").asText()).isEqualTo("open");
        assertThat(vault.path("keyVersion").asInt()).isZero();
        assertThat(vault.path("homes")).isEmpty();
    }

    @Test
    void aLockedVaultRefusesWhatNeedsASecretAndNothingElse() throws Exception {
        String server = addServer();
        Reply asks = setPassphrase(JsonText.of("newPassphrase", PASSPHRASE));
        assertThat(asks.status()).isEqualTo(409);
        assertThat(asks.json().path("code").asText()).isEqualTo("confirmation_required");
        assertThat(asks.json().path("lost").asText()).contains("forgets");
        assertThat(setPassphrase(JsonText.of("newPassphrase", PASSPHRASE, "confirm", true))
                        .status())
                .isEqualTo(200);
        assertThat(owner.post("/vault/lock", "").json().path("state").asText()).isEqualTo("locked");

        Reply refused = owner.patch("/servers/" + server, "{\"auth\":{\"type\":\"password\",\"password\":\"n\"}}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(423);
        assertThat(refused.json().path("code").asText()).isEqualTo("vault_locked");
        assertThat(refused.json().path("detail").asText()).contains("/vault/unlock");
        assertThat(owner.post("/vault/invitations", "").status()).isEqualTo(423);
        assertThat(owner.get("/servers/" + server).status()).isEqualTo(200);
        assertThat(console.addSqlite().value("SELECT 1").asInt()).isOne();

        assertThat(unlock("not the passphrase").status()).isEqualTo(422);
        Reply tooSoon = unlock(PASSPHRASE);
        if (tooSoon.status() != 200) {
            // Within the second after the wrong one.
            assertThat(tooSoon.status()).as(tooSoon.body()).isEqualTo(429);
            assertThat(tooSoon.json().path("code").asText()).isEqualTo("rate_limited");
            assertThat(tooSoon.header("Retry-After")).isEqualTo("1");
        }
        Awaiting.answer(() -> unlock(PASSPHRASE).status(), each -> each == 200, "The pause is over");
        assertThat(owner.patch("/servers/" + server, "{\"auth\":{\"type\":\"password\",\"password\":\"n\"}}")
                        .status())
                .isEqualTo(200);
        assertThat(owner.get("/events?kind=vault.*").json().findValuesAsText("kind"))
                .as("begun and ended: the wrong one and the right one; those during the pause were not looked at")
                .containsExactly(
                        "vault.unlocked",
                        "vault.unlocked",
                        "vault.unlocked",
                        "vault.unlocked",
                        "vault.locked",
                        "vault.passphrase_changed",
                        "vault.passphrase_changed");
        assertThat(owner.get("/events?limit=200").body()).doesNotContain(PASSPHRASE);
    }

    @Test
    void showsACodeOnce() throws Exception {
        Map<String, String> key = Map.of("Idempotency-Key", "invite");
        Reply made = owner.send("POST", "/vault/invitations", "", key);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.json().path("code").asText()).matches("([0-9A-Z]{4}-){7}[0-9A-Z]{4}");
        Reply again = owner.send("POST", "/vault/invitations", "", key);
        assertThat(again.json().has("code")).isFalse();
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
        assertThat(again.json().path("id")).isEqualTo(made.json().path("id"));
    }

    @Test
    void rotatesInTheBackground() throws Exception {
        addServer();
        Reply begun = owner.post("/vault/rotate", "");
        assertThat(begun.status()).isEqualTo(202);
        String job = begun.json().path("id").asText();
        assertThat(begun.header("Location")).isEqualTo("/api/v1/jobs/" + job);
        JsonNode ended =
                Awaiting.answer(() -> owner.get("/jobs/" + job).json(), each -> each.has("finishedAt"), "The job ends");
        assertThat(ended.path("status").asText()).isEqualTo("succeeded");
        JsonNode vault = owner.get("/vault").json();
        assertThat(vault.path("keyVersion").asInt()).isEqualTo(2);
        assertThat(vault.path("homes")).hasSize(1);
        assertThat(owner.get("/events?kind=vault.rotated").json()).hasSize(1);
        Reply own = owner.delete("/vault/homes/" + vault.at("/homes/0/id").asText());
        assertThat(own.status()).isEqualTo(409);
    }

    @Test
    void isForTheOwnerAlone() throws Exception {
        ApiClient admin = console.with("members:write", "servers:write");
        for (String path : List.of("/vault/lock", "/vault/invitations", "/vault/rotate")) {
            assertThat(admin.post(path, "").status()).as(path).isEqualTo(403);
        }
        assertThat(admin.get("/vault").status()).isEqualTo(403);
    }

    private String addServer() throws Exception {
        Reply made = owner.post(
                "/servers",
                JsonText.of(
                        "name",
                        "web",
                        "kind",
                        "ssh",
                        "host",
                        "127.0.0.1",
                        "port",
                        1,
                        "user",
                        "ada",
                        "auth",
                        Map.of("type", "password", "password", "secret")));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().path("id").asText();
    }

    private Reply setPassphrase(String body) throws IOException, InterruptedException {
        return owner.post("/vault/passphrase", body);
    }

    private Reply unlock(String passphrase) throws IOException, InterruptedException {
        return owner.post("/vault/unlock", JsonText.of("passphrase", passphrase));
    }
}
