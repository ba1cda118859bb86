package dev.wheelhouse.api.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.bench.DebianGit;
import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * From a push until the new version of an app answers, on a server that is this machine behind the distribution's sshd,
 * against a shell script over ssh that does the same with git there.
 */
final class DeployBench {

    private static final int ROUNDS = 5;
    private static final int FILES = 500;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String BUILD = "find data -type f | xargs gzip -k && cp version built";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Answers each connection with the version that it was started with. */
    private static final String SERVER = """
            use IO::Socket::INET;
            open(my $file, '<', 'built') or die; my $version = <$file>; chomp $version;
            my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT},
                Listen => 50, ReuseAddr => 1) or die "cannot listen: $!";
            while (my $client = $server->accept) {
                while (my $line = <$client>) { last if $line =~ /^\\r?$/ }
                print $client "HTTP/1.1 200 OK\\r\\nContent-Length: " . length($version) . "\\r\\n\\r\\n$version";
                close $client;
            }
            """;

    private static final String SCRIPT = """
            set -e
            release=releases/$RELEASE
            mkdir -p releases
            git clone -q --depth 1 "file://$REPOSITORY" $release
            (cd $release && sh -c "$BUILD")
            ln -sfn $release current
            if [ -e pid ]; then
              kill $(cat pid)
              while kill -0 $(cat pid) 2>/dev/null; do sleep 0.01; done
            fi
            cd current
            nohup perl server.pl </dev/null >"$OLDPWD/log" 2>&1 &
            echo $! >"$OLDPWD/pid"
            """;

    private final Subject subject;
    private final Path folder;
    private final Path repository;
    private final Path work;

    private DeployBench(Subject subject, Path folder) {
        this.subject = subject;
        this.folder = folder;
        this.repository = folder.resolve("shop.git");
        this.work = folder.resolve("work");
    }

    static List<Measurement> run(Stage stage) throws Exception {
        Path folder = Files.createDirectory(stage.programs().work().resolve("deploy"));
        DeployBench bench = new DeployBench(stage.subject(), folder);
        try (DebianSshd sshd = DebianSshd.start(Files.createDirectory(folder.resolve("sshd")))) {
            return bench.measure(sshd);
        }
    }

    private List<Measurement> measure(DebianSshd sshd) throws Exception {
        prepare();
        Path key = sshd.newKey("deploy", "", "-t", "ed25519");
        int port = sshd.target(new SshCredentials.PrivateKey(Files.readString(key), null))
                .port();
        int own = DebianPostgres.freePort();
        int peer = DebianPostgres.freePort();
        Path place = Files.createDirectory(folder.resolve("script"));
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        try (KeepAlive http = new KeepAlive(subject.port())) {
            String app = app(http, server(http, key, port), own);
            // The first round is for the compiler and for what is fetched once.
            for (int round = -1; round < ROUNDS; round++) {
                String version = commit(round);
                double console = deploy(http, app, own, version);
                double script = script(key, port, place, peer, version);
                if (round >= 0) {
                    ours[round] = console;
                    theirs[round] = script;
                }
            }
            http.fetch(subject.post(app + "/stop", ""));
        } finally {
            stop(place);
        }
        Repetitions value = Repetitions.of(ours);
        Repetitions floor = Repetitions.of(theirs);
        return List.of(Measurement.against(
                "deploy",
                "push to running of a process over SSH",
                value,
                "s",
                floor,
                false,
                "≤ 1.3 × peer + 1 s",
                value.median() <= 1.3 * floor.median() + 1,
                "peer: git clone --depth 1, build, ln -sfn and restart by ssh; " + FILES + " files"));
    }

    private void prepare() throws Exception {
        DebianGit.run(folder, "init", "-q", "--bare", "-b", "main", repository.toString());
        DebianGit.run(folder, "clone", "-q", repository.toString(), work.toString());
        Files.createDirectory(work.resolve("data"));
        Random random = new Random(7);
        for (int i = 0; i < FILES; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 8_000) {
                text.append(Long.toString(random.nextLong(), 36)).append(" same words here\n");
            }
            Files.writeString(work.resolve("data").resolve("f" + i + ".txt"), text);
        }
        Files.writeString(work.resolve("server.pl"), SERVER);
    }

    private String commit(int round) throws Exception {
        String version = "v" + (round + 1);
        Files.writeString(work.resolve("version"), version + "\n");
        DebianGit.run(work, "add", "-A");
        DebianGit.run(work, "commit", "-q", "-m", version);
        DebianGit.run(work, "push", "-q", "origin", "HEAD:main");
        return version;
    }

    private String server(KeepAlive http, Path key, int port) throws IOException {
        Map<String, Object> auth = Map.of("type", "key", "privateKey", Files.readString(key));
        String server = "/servers/"
                + read(http, "/servers", Map.of(
                                "name", "bench",
                                "kind", "ssh",
                                "host", "127.0.0.1",
                                "port", port,
                                "user", DebianSshd.user(),
                                "auth", auth))
                        .path("id")
                        .asText();
        String fingerprint = JSON.readTree(http.fetch(subject.post(server + "/test", "")))
                .path("hostKeyFingerprint")
                .asText();
        read(http, server + "/trust-host-key", Map.of("fingerprint", fingerprint));
        return server.substring("/servers/".length());
    }

    private String app(KeepAlive http, String server, int port) throws IOException {
        Map<String, Object> source = Map.of(
                "cloneUrl", repository.toString(),
                "deployDirectory", folder.resolve("place").toString(),
                "autoDeploy", false,
                "build", Map.of("command", List.of("sh", "-c", BUILD)),
                "healthCheck", Map.of("url", "http://127.0.0.1:" + port + "/", "withinSeconds", 30));
        return "/apps/"
                + read(http, "/apps", Map.of(
                                "name", "deployed",
                                "serverId", server,
                                "runtime", "process",
                                "command", List.of("perl", "server.pl"),
                                "environment", Map.of("PORT", Integer.toString(port)),
                                "source", source))
                        .path("id")
                        .asText();
    }

    private JsonNode read(KeepAlive http, String path, Map<String, Object> body) throws IOException {
        return JSON.readTree(http.fetch(subject.post(path, JSON.writeValueAsString(body))));
    }

    private double deploy(KeepAlive http, String app, int port, String version) throws IOException {
        long begin = System.nanoTime();
        String id = read(http, app + "/deployments", Map.of()).path("id").asText();
        awaitVersion(port, version);
        double seconds = (System.nanoTime() - begin) / 1e9;
        String status = "running";
        while (status.equals("running") || status.equals("queued")) {
            LockSupport.parkNanos(20_000_000);
            status = JSON.readTree(http.fetch(subject.get("/deployments/" + id)))
                    .path("status")
                    .asText();
        }
        if (!status.equals("succeeded")) {
            throw new IOException(http.fetch(subject.get("/deployments/" + id)));
        }
        return seconds;
    }

    private double script(Path key, int sshPort, Path place, int port, String version) throws Exception {
        long begin = System.nanoTime();
        String head = "cd " + place + "\nRELEASE=" + version + " REPOSITORY=" + repository + " BUILD='" + BUILD + "'\n"
                + "export PORT=" + port + "\n";
        Process ssh = new ProcessBuilder(
                        "ssh",
                        "-q",
                        "-i",
                        key.toString(),
                        "-p",
                        Integer.toString(sshPort),
                        "-o",
                        "StrictHostKeyChecking=no",
                        "-o",
                        "UserKnownHostsFile=/dev/null",
                        DebianSshd.user() + "@127.0.0.1",
                        "sh",
                        "-s")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("ssh.log").toFile())
                .start();
        try (OutputStream input = ssh.getOutputStream()) {
            input.write((head + SCRIPT).getBytes(StandardCharsets.UTF_8));
        }
        awaitVersion(port, version);
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (ssh.waitFor() != 0) {
            throw new IOException("The script failed: " + Files.readString(folder.resolve("ssh.log")));
        }
        return seconds;
    }

    private static void awaitVersion(int port, String version) throws IOException {
        long until = System.nanoTime() + LONGEST.toNanos();
        byte[] request = Requests.get("/", null);
        while (System.nanoTime() < until) {
            try (KeepAlive http = new KeepAlive(port)) {
                if (http.fetch(request).equals(version)) {
                    return;
                }
            } catch (IOException _) {
                // Nobody listens now.
            }
            LockSupport.parkNanos(5_000_000);
        }
        throw new IOException("The version " + version + " does not answer");
    }

    private static void stop(Path place) throws IOException {
        if (Files.exists(place.resolve("pid"))) {
            ProcessHandle.of(Long.parseLong(Files.readString(place.resolve("pid")).strip()))
                    .ifPresent(ProcessHandle::destroy);
        }
    }
}
