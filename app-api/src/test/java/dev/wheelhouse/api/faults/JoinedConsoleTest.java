package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.api.faults.ConsoleProcess.Refusal;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Consoles in processes of their own that share a state and its vault, and are killed while they join and rotate. */
@Timeout(1800) // Processes one after the other, a hundred in a long run.
class JoinedConsoleTest {

    private static final String PASSPHRASE = "five words are quite enough";

    @TempDir
    Path directory;

    @Test
    void aSecondHomeJoinsWithACodeAndIsRefusedOtherwise() throws Exception {
        String store = StateKind.newSharedUrl();
        Path second = directory.resolve("second");
        Path own = directory.resolve("own");
        try (ConsoleProcess alone = ConsoleProcess.start(own);
                Client client = alone.client()) {
            addServer(client, 0);
        }
        try (ConsoleProcess first = ConsoleProcess.startWith(directory.resolve("first"), store, "");
                Client owner = first.client()) {
            addServer(owner, 0);
            assertRefused(ConsoleProcess.refusedWith(second, store, ""), 1, "--join");
            String code = code(owner);
            String wrong = code.substring(0, code.length() - 1) + (code.endsWith("0") ? "1" : "0");
            assertRefused(join(second, store, wrong), 2, "The code is wrong");
            assertThat(second.resolve("vault-key.json")).doesNotExist();
            assertRefused(join(own, store, code), 2, "secrets of its own");
            assertRefused(ConsoleProcess.refusedWith(second, null, code, "--join-fd", "0"), 2, "--store");
            assertRefused(ConsoleProcess.refusedWith(second, store, code, "--join"), 2, "--join-fd");
            try (ConsoleProcess joined = ConsoleProcess.startWith(second, store, code + "\n", "--join-fd", "0");
                    Client member = joined.client()) {
                assertThat(member.get("/vault").json().path("homes")).hasSize(2);
                // It can only seal anew what it can open.
                assertThat(rotated(member)).contains("Every secret");
            }
            assertRefused(join(second, store, code(owner)), 2, "joined already");
            assertThat(rotated(owner)).contains("Every secret");
            try (ConsoleProcess again = ConsoleProcess.startWith(second, store, "");
                    Client member = again.client()) {
                assertThat(rotated(member)).contains("Every secret");
            }
        }
        try (ConsoleProcess untouched = ConsoleProcess.start(own);
                Client client = untouched.client()) {
            assertThat(rotated(client)).contains("Every secret");
        }
    }

    @Test
    void aMembersInviteMakesASecondHomeTheirs() throws Exception {
        String store = StateKind.newSharedUrl();
        Path second = directory.resolve("second");
        try (ConsoleProcess first = ConsoleProcess.startWith(directory.resolve("first"), store, "");
                Client owner = first.client()) {
            addServer(owner, 0);
            JsonNode invite = owner.post("/members/invites", JsonText.of("email", "anna@example.com", "role", "admin"))
                    .json();
            String code = invite.path("token").asText();
            String path = "/members/invites/" + invite.path("id").asText();
            assertThat(owner.get(path).json().path("opensVault").asBoolean()).isTrue();
            try (ConsoleProcess joined = ConsoleProcess.startWith(second, store, code + "\n", "--join-fd", "0");
                    Client anna = joined.client()) {
                JsonNode me = anna.get("/me").json();
                assertThat(me.path("email").asText()).isEqualTo("anna@example.com");
                assertThat(me.path("role").asText()).isEqualTo("admin");
                assertThat(owner.get(path).json().path("status").asText()).isEqualTo("used");
                String member = "/members/" + me.path("memberId").asText();
                assertThat(owner.patch(member, "{\"role\":\"viewer\"}").status())
                        .isEqualTo(200);
                Awaiting.answer(() -> anna.get("/members").status(), status -> status == 403, "still an admin there");
                assertThat(owner.delete(member).status()).isEqualTo(204);
                Awaiting.answer(() -> anna.get("/me").status(), status -> status == 401, "still a member there");
            }
            assertRefused(ConsoleProcess.refusedWith(second, store, ""), 1, "--join");
            assertRefused(join(second, store, code), 2, "was taken");
        }
    }

    @Test
    void thePassphraseIsGivenAtTheStart() throws Exception {
        Path home = directory.resolve("home");
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client owner = console.client()) {
            addServer(owner, 0);
            String set = JsonText.of("newPassphrase", PASSPHRASE, "confirm", true);
            assertThat(owner.post("/vault/passphrase", set).status()).isEqualTo(200);
        }
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client owner = console.client()) {
            assertThat(owner.get("/vault").json().path("state").asText()).isEqualTo("locked");
            assertThat(owner.post("/vault/rotate", "").code()).isEqualTo("vault_locked");
        }
        assertRefused(ConsoleProcess.refusedWith(home, null, "not the passphrase", "--passphrase-fd", "0"), 1, "wrong");
        // After the pause of one second, which is over once a console has started.
        try (ConsoleProcess console = ConsoleProcess.startWith(home, null, PASSPHRASE + "\n", "--passphrase-fd", "0");
                Client owner = console.client()) {
            assertThat(owner.get("/vault").json().path("state").asText()).isEqualTo("open");
            assertThat(rotated(owner)).contains("Every secret");
        }
    }

    @Test
    void aRotationOfAKilledConsoleIsFinishedByTheNext() {
        Property.holds(LongRun.of(1, 100), this::killAmongRotation);
    }

    private void killAmongRotation(Random random) throws Exception {
        Path home = Files.createTempDirectory(directory, "rotation").resolve("home");
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client owner = console.client()) {
            for (int number = 0; number < 150; number++) {
                addServer(owner, number);
            }
            assertThat(owner.post("/vault/rotate", "").status()).isEqualTo(202);
            Awaiting.moment(random.nextInt(60));
            console.kill();
        }
        try (ConsoleProcess again = ConsoleProcess.start(home);
                Client owner = again.client()) {
            assertThat(owner.get("/vault").json().path("keyVersion").asInt()).isEqualTo(2);
            assertThat(rotated(owner)).contains("Every secret");
        }
    }

    @Test
    @Real
    @Timeout(1800)
    void aHomeThatIsKilledWhileItJoinsHasJoinedOrJoinsAgain() {
        Property.holds(LongRun.of(1, 60), this::killAmongJoining);
    }

    private void killAmongJoining(Random random) throws Exception {
        String store = StateKind.newSharedUrl();
        Path here = Files.createTempDirectory(directory, "joining");
        Path second = here.resolve("second");
        try (ConsoleProcess first = ConsoleProcess.startWith(here.resolve("first"), store, "");
                Client owner = first.client()) {
            addServer(owner, 0);
            String code = code(owner);
            Process killed = ConsoleProcess.launch(second, store, code, "--join-fd", "0");
            Awaiting.moment(800 + random.nextInt(2500));
            killed.destroyForcibly().waitFor();
            boolean joined = owner.get("/vault").json().path("homes").size() == 2;
            try (ConsoleProcess again = joined
                            ? ConsoleProcess.startWith(second, store, "")
                            : ConsoleProcess.startWith(second, store, code, "--join-fd", "0");
                    Client member = again.client()) {
                assertThat(rotated(member)).contains("Every secret");
            }
        }
    }

    private static Refusal join(Path home, String store, String code) throws IOException, InterruptedException {
        return ConsoleProcess.refusedWith(home, store, code, "--join-fd", "0");
    }

    private static String code(Client owner) throws IOException, InterruptedException {
        Reply made = owner.post("/vault/invitations", "");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().path("code").asText();
    }

    /** What a rotation says at its end. */
    private static String rotated(Client client) throws IOException, InterruptedException {
        Reply begun = client.post("/vault/rotate", "");
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String job = "/jobs/" + begun.json().path("id").asText();
        JsonNode ended =
                Awaiting.answer(() -> client.get(job).json(), each -> each.has("finishedAt"), "The rotation ends");
        assertThat(ended.path("status").asText()).as(ended.toString()).isEqualTo("succeeded");
        return ended.path("message").asText();
    }

    private static void addServer(Client client, int number) throws IOException, InterruptedException {
        Reply made = client.post(
                "/servers",
                JsonText.of(Map.of(
                        "name",
                        "server-" + number,
                        "kind",
                        "ssh",
                        "host",
                        "127.0.0.1",
                        "port",
                        1,
                        "user",
                        "ada",
                        "auth",
                        Map.of("type", "password", "password", "secret " + number))));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
    }

    private static void assertRefused(Refusal refusal, int exitCode, String message) {
        assertThat(refusal.exitCode()).as(refusal.error()).isEqualTo(exitCode);
        assertThat(refusal.error()).contains(message);
    }
}
