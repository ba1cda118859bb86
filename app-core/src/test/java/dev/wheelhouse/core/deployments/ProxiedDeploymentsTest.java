package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Containers behind Debian's nginx as the user's own proxy, which a switch command tells of each new one. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
@Timeout(300)
class ProxiedDeploymentsTest {

    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final int SWITCHES = LongRun.of(3, 20);
    private static final int PER_SECOND = 500;
    private static final int AT_ONCE = 64;
    private static final int LIMIT_MS = 60_000;

    private static RunningPodman podman;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(NGINX), "Install Debian's package nginx-light.");
        podman = RunningPodman.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (podman != null) {
            podman.close();
        }
    }

    /** Rewrites the proxy's upstream and waits until nobody works with the old one. */
    private Path switchCommand() throws IOException {
        return Files.writeString(folder.resolve("switch.sh"), """
            cd %1$s || exit 1
            echo "upstream shop { server $WHEELHOUSE_NEW_ADDRESS:8080; }" > upstream.new && mv upstream.new upstream.conf
            [ -s nginx.pid ] || exit 0
            old=$(cat /proc/$(cat nginx.pid)/task/*/children)
            %2$s -p %1$s -c %1$s/nginx.conf -s reload || exit 1
            for each in $old; do while kill -0 $each 2>/dev/null; do sleep 0.05; done; done
            """.formatted(folder, NGINX));
    }

    private Process nginx(int port) throws Exception {
        Files.writeString(folder.resolve("nginx.conf"), """
            daemon off;
            user root;
            worker_processes 2;
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            events { worker_connections 1024; }
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              include %1$s/upstream.conf;
              server {
                listen 127.0.0.1:%2$d backlog=1024;
                location / { proxy_pass http://shop; }
              }
            }
            """.formatted(folder, port));
        return new ProcessBuilder(NGINX.toString(), "-p", folder.toString(), "-c", folder + "/nginx.conf")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
    }

    @Test
    void losesNoRequestOverManySwitches() throws Exception {
        int port = FreePort.next();
        try (DeployingConsole console = new DeployingConsole(StateKind.SQLITE, folder, podman.runtime())) {
            console.start();
            App app = ContainerSources.app(console, podman.podman(), "nothing-yet:1", List.of(), List.of());
            HealthCheck check = new HealthCheck("http://shop:8080/version", null, null, 20, 1);
            console.sources()
                    .put(
                            console.caller(),
                            app.id(),
                            ContainerSources.source(
                                    check,
                                    List.of(),
                                    List.of(),
                                    "sh",
                                    switchCommand().toString()),
                            null);
            Deployment one = deployed(console, app, "1");
            Process proxy = nginx(port);
            try (Load load = new Load(port)) {
                Awaiting.until(() -> Files.exists(folder.resolve("nginx.pid")) && load.isAnswered());
                Deployment other = deployed(console, app, "2");
                load.start();
                for (int i = 1; i < SWITCHES; i++) {
                    Deployment back = console.ended(
                            console.service().rollback(console.caller(), (i % 2 == 1 ? one : other).id()));
                    assertThat(back.status()).as(back.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
                }
                deployed(console, app, "3");
                load.end();
                System.out.printf(
                        "%d requests over %d switches, %.0f a second, lost: %s%n",
                        load.sent(), SWITCHES, load.rate(), load.lost());
                assertThat(load.lost()).isEmpty();
                assertThat(load.sent()).as("requests").isGreaterThan((long) SWITCHES * AT_ONCE);
            } finally {
                proxy.destroy();
                proxy.waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    private static Deployment deployed(DeployingConsole console, App app, String version) throws Exception {
        console.repository().commit(ContainerSources.files(version, ContainerSources.SERVES));
        Deployment done = console.deploy(app);
        assertThat(done.status()).as(done.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        return done;
    }

    /** Requests at a steady rate, each over a connection of its own. */
    private static final class Load implements AutoCloseable {

        private final int port;
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicLong sent = new AtomicLong();
        private final Queue<String> lost = new ConcurrentLinkedQueue<>();
        private final Semaphore atOnce = new Semaphore(AT_ONCE);
        private long begin;
        private long end;

        Load(int port) {
            this.port = port;
        }

        boolean isAnswered() {
            return ask().isEmpty();
        }

        void start() {
            begin = System.nanoTime();
            threads.execute(() -> {
                while (!over.get()) {
                    LockSupport.parkNanos(begin + sent.get() * 1_000_000_000L / PER_SECOND - System.nanoTime());
                    atOnce.acquireUninterruptibly();
                    if (over.get()) {
                        atOnce.release();
                        return;
                    }
                    sent.incrementAndGet();
                    threads.execute(() -> {
                        String trouble = ask();
                        if (!trouble.isEmpty()) {
                            lost.add(trouble);
                        }
                        atOnce.release();
                    });
                }
            });
        }

        /** Empty for a good answer. */
        private String ask() {
            try (Socket socket = new Socket()) {
                // The container's server keeps few connections waiting: a busy machine asks for some again.
                socket.setSoTimeout(LIMIT_MS);
                socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), LIMIT_MS);
                socket.getOutputStream()
                        .write("GET /version HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                return answer.startsWith("HTTP/1.1 200 ")
                        ? ""
                        : answer.lines().findFirst().orElse("nothing");
            } catch (IOException e) {
                return e.toString();
            }
        }

        void end() {
            over.set(true);
            atOnce.acquireUninterruptibly(AT_ONCE);
            end = System.nanoTime();
            atOnce.release(AT_ONCE);
        }

        long sent() {
            return sent.get();
        }

        List<String> lost() {
            return List.copyOf(lost);
        }

        double rate() {
            return sent.get() * 1e9 / (end - begin);
        }

        @Override
        public void close() {
            over.set(true);
            threads.close();
        }
    }
}
