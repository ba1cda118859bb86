package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A home on a small file system of its own, which only root may mount. */
@Real
class DiskFullTest {

    private static final int BLOCK = 4096;

    @TempDir
    Path directory;

    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()) == 0,
                "a small file system can be mounted");
    }

    @AfterEach
    void unmount() throws Exception {
        // A console that has closed lets go of its last files within moments, not at once.
        Awaiting.until("the small file system is let go", () -> run("umount", disk.toString()) == 0);
    }

    @Test
    void aFullHomeRefusesChangesReadsOnAndLosesNothing() throws Exception {
        Path home = disk.resolve("home");
        Path ballast = disk.resolve("ballast");
        try (RunningConsole console = RunningConsole.start(home)) {
            Client client = console.client();
            String file = client.addSqlite("Outside", directory.resolve("outside.db"));
            assertThat(client.query(file, "CREATE TABLE kept (a integer PRIMARY KEY)")
                            .status())
                    .isEqualTo(200);
            fill(ballast);
            int answered = editUntilRefused(client, file);

            Reply refused = client.post("/api-keys", "{\"name\": \"No room\"}");
            assertThat(refused.status()).as(refused.body()).isEqualTo(507);
            assertThat(refused.code()).isEqualTo("storage_full");
            for (int i = 0; i < 20; i++) {
                assertThat(client.value(file, "SELECT count(*) FROM kept")).isEqualTo(Integer.toString(answered));
                assertThat(client.get("/db-connections").status()).isEqualTo(200);
                assertThat(client.get("/me").status()).isEqualTo(200);
                Reply history = client.get("/db-connections/" + file + "/history");
                assertThat(history.status()).as(history.body()).isEqualTo(200);
            }
            assertThat(client.query(file, "SELECT 'asked while full'").status()).isEqualTo(200);

            long before = events(client, "api_key.created");

            Files.delete(ballast);
            assertThat(client.edit(file, insert(100_000)).status()).isEqualTo(200);
            assertThat(client.post("/api-keys", "{\"name\": \"Room again\"}").status())
                    .isEqualTo(201);
            assertThat(events(client, "api_key.created")).isEqualTo(before + 1);
            assertThat(client.get("/events?limit=200").body()).doesNotContain("No room");
            Awaiting.until(
                    "the history is written after all",
                    () -> client.get("/db-connections/" + file + "/history")
                            .body()
                            .contains("asked while full"));
        }
        try (RunningConsole again = RunningConsole.start(home)) {
            assertThat(again.client().get("/db-connections").json()).hasSize(1);
            assertThat(again.client().get("/api-keys").body())
                    .contains("Room again")
                    .doesNotContain("No room");
            assertThat(again.client()
                            .post("/events/verify", "")
                            .json()
                            .path("ok")
                            .asBoolean())
                    .isTrue();
        }
    }

    private static long events(Client client, String kind) throws Exception {
        return client.get("/events?limit=200&kind=" + kind).json().size();
    }

    @Test
    void aFullDiskUnderTheDatabaseItselfIsToldAndNothingIsHalf() throws Exception {
        Path ballast = disk.resolve("ballast");
        try (RunningConsole console = RunningConsole.start(directory.resolve("home"))) {
            Client client = console.client();
            String file = client.addSqlite("Inside", disk.resolve("inside.db"));
            assertThat(client.query(file, "CREATE TABLE kept (a integer PRIMARY KEY, b text)")
                            .status())
                    .isEqualTo(200);
            fill(ballast);
            Reply full = client.query(
                    file, "INSERT INTO kept SELECT value, hex(zeroblob(1000)) FROM generate_series(1, 2000)");
            if (full.status() == 400) {
                full = client.query(
                        file,
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)"
                                + " INSERT INTO kept SELECT i, hex(zeroblob(1000)) FROM n");
            }
            assertThat(full.status()).as(full.body()).isEqualTo(507);
            assertThat(client.value(file, "SELECT count(*) FROM kept")).isEqualTo("0");
            Files.delete(ballast);
            assertThat(client.query(file, "INSERT INTO kept VALUES (1, 'x')").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aDiskThatFillsUpWhileTheSchemaIsMadeIsToldAndTheNextStartGoesOn() throws Exception {
        Path home = disk.resolve("home");
        Path ballast = disk.resolve("ballast");
        fill(ballast);
        try (FileChannel room = FileChannel.open(ballast, StandardOpenOption.WRITE)) {
            room.truncate(room.size() - 600 * 1024);
        }
        assertThatThrownBy(() -> RunningConsole.startAnew(home))
                .isInstanceOf(AppException.class)
                .hasMessage("The disk that holds the console's state is full. Free some room and try again.");
        Files.delete(ballast);
        try (RunningConsole console = RunningConsole.startAnew(home)) {
            assertThat(console.client().get("/me").status()).isEqualTo(200);
        }
    }

    private static int editUntilRefused(Client client, String connection) throws Exception {
        for (int i = 0; i < 5000; i++) {
            Reply reply = client.edit(connection, insert(i));
            if (reply.status() != 200) {
                assertThat(reply.status()).as(reply.body()).isEqualTo(507);
                assertThat(reply.code()).isEqualTo("storage_full");
                return i;
            }
        }
        throw new AssertionError("The disk did not fill up");
    }

    private static String insert(int number) {
        return "{\"op\": \"insert\", \"table\": \"kept\", \"values\": {\"a\": " + number + "}}";
    }

    private static void fill(Path ballast) throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            System.getLogger(DiskFullTest.class.getName()).log(System.Logger.Level.INFO, said);
        }
        return code;
    }
}
