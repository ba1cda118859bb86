package dev.wheelhouse.api.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is committed reaches a server over the distribution's sshd by itself, and a bad version is taken back. */
@Real
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class DeployOverSshTest {

    private static final Set<String> ENDED = Set.of("succeeded", "failed", "cancelled");

    /** Answers each connection with the version that it was started with; one that is broken ends at once. */
    private static final String SERVER = """
            use IO::Socket::INET;
            open(my $file, '<', 'built') or die; my $version = <$file>; chomp $version;
            exit 3 if $version eq 'broken';
            my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT},
                Listen => 50, ReuseAddr => 1) or die "cannot listen: $!";
            while (my $client = $server->accept) {
                while (my $line = <$client>) { last if $line =~ /^\\r?$/ }
                print $client "HTTP/1.1 200 OK\\r\\nContent-Length: " . length($version) . "\\r\\nConnection: close\\r\\n\\r\\n$version";
                close $client;
            }
            """;

    private TestConsole console;
    private DebianSshd sshd;
    private TestGit git;
    private Path folder;
    private int port;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        folder = directory;
        sshd = DebianSshd.start(Files.createDirectory(directory.resolve("sshd")));
        console = TestConsole.start(Files.createDirectory(directory.resolve("console")));
        git = new TestGit(directory.resolve("shop.git"));
        port = FreePort.next();
    }

    @AfterAll
    void stop() {
        if (console != null) {
            git.close();
            console.close();
            sshd.close();
        }
    }

    private void commit(String version) {
        git.commitTexts("Version " + version, Map.of("version", version + "\n", "server.pl", SERVER));
    }

    private String server() throws Exception {
        Path key = sshd.newKey("deploy", "", "-t", "ed25519");
        int sshPort = sshd.target(new SshCredentials.PrivateKey(Files.readString(key), null))
                .port();
        String id = console.addServer("debian", sshPort, DebianSshd.user(), Files.readString(key));
        console.trustServer(id);
        return id;
    }

    private JsonNode newest(String app, int count) throws Exception {
        return Awaiting.answer(
                        () -> console.owner().get(app + "/deployments").json(),
                        all -> all.size() == count
                                && ENDED.contains(all.at("/0/status").asText()),
                        "There is no deployment number " + count + " that ended")
                .path(0);
    }

    private String answer() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void whatIsCommittedServesAndWhatIsBrokenDoesNot() throws Exception {
        commit("one");
        Reply made = console.owner()
                .post(
                        "/apps",
                        JsonText.of(Map.of(
                                "name",
                                "shop",
                                "serverId",
                                server(),
                                "runtime",
                                "process",
                                "command",
                                List.of("perl", "server.pl"),
                                "environment",
                                Map.of("PORT", Integer.toString(port), "SECRET", "open-sesame-42"),
                                "source",
                                Map.of(
                                        "cloneUrl",
                                        folder.resolve("shop.git").toString(),
                                        "deployDirectory",
                                        folder.resolve("place").toString(),
                                        "build",
                                        Map.of("command", List.of("sh", "-c", "cp version built; ps -ef; env")),
                                        "healthCheck",
                                        Map.of("url", "http://127.0.0.1:" + port + "/", "withinSeconds", 20),
                                        "pollSeconds",
                                        10))));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String app = "/apps/" + made.json().path("id").asText();
        console.owner().post(app + "/deployments", "");
        JsonNode first = newest(app, 1);
        assertThat(first.path("status").asText()).as(first.toString()).isEqualTo("succeeded");
        assertThat(answer()).isEqualTo("one");
        String log = console.owner()
                .get("/deployments/" + first.path("id").asText() + "/log")
                .body();
        // Neither in its environment nor in a line of the process list.
        assertThat(log).contains("SECRET=***").doesNotContain("open-sesame");

        commit("two");
        JsonNode second = newest(app, 2);
        assertThat(second.path("trigger").asText()).isEqualTo("poll");
        assertThat(second.path("status").asText()).as(second.toString()).isEqualTo("succeeded");
        assertThat(answer()).isEqualTo("two");
        assertThat(second.path("gapMillis").asLong(-1)).isBetween(1L, 30_000L);

        commit("broken");
        JsonNode third = newest(app, 3);
        assertThat(third.path("status").asText()).as(third.toString()).isEqualTo("failed");
        assertThat(third.path("restored").asBoolean()).as(third.toString()).isTrue();
        assertThat(answer()).isEqualTo("two");

        console.owner().post("/deployments/" + first.path("id").asText() + "/rollback", "");
        JsonNode back = newest(app, 4);
        assertThat(back.path("status").asText()).as(back.toString()).isEqualTo("succeeded");
        assertThat(answer()).isEqualTo("one");
        assertThat(console.owner().delete(app).status()).isEqualTo(204);
        assertThat(folder.resolve("place").resolve("releases")).doesNotExist();
    }
}
