package dev.wheelhouse.core.platform.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * People's programs of a console that is a service do what those of every host do. In the place of systemd's two programs are
 * scripts that understand their options; packaging/linux/prove-service.sh has the true ones.
 */
@EnabledOnOs(OS.LINUX)
class TransientServicesTest extends HostRules {

    /**
     * The manager starts a program with its own environment and that of --setenv, and halves each doubled dollar sign. What it
     * starts is none of its client's processes; the client waits for its end.
     */
    private static final String RUN = """
            #!/bin/sh
            here=${0%/*} kept=
            while [ "$1" != -- ]; do
              case $1 in
                --unit=*) unit=${1#--unit=} ;;
                --setenv=*) kept="$kept ${1#--setenv=}" ;;
              esac
              shift
            done
            [ ! -e "$here/broken" ] || { echo "Failed to start transient service unit: no room" >&2; exit 1; }
            echo "$kept" >"$here/kept"
            text=$(printf '%s' "$4" | sed 's/[$][$]/$/g')
            setsid -f sh -c '
              here=$1 unit=$2
              shift 2
              while [ -e "$here/slow" ]; do sleep 0.05; done
              trap : HUP INT TERM
              echo $$ >"$here/$unit.new" && mv "$here/$unit.new" "$here/$unit"
              "$@"
              echo $? >"$here/$unit.code"
              ' sh "$here" "$unit" "$2" "$3" "$text"
            until [ -s "$here/$unit" ]; do sleep 0.02; done
            while kill -0 "$(cat "$here/$unit")" 2>/dev/null; do sleep 0.02; done
            [ ! -s "$here/$unit.code" ] || exit "$(cat "$here/$unit.code")"
            exit 137
            """;

    /** Takes longer than whoever does not wait for it. */
    private static final String CONTROL = """
            #!/bin/sh
            here=${0%/*}
            : >"$here/asked-$5"
            sleep 0.3
            while [ -e "$here/three" ] && [ "$(ls "$here" | grep -c asked-)" -lt 3 ]; do sleep 0.05; done
            kill -s "${4#--signal=}" -- "-$(cat "$here/$5")"
            """;

    private static final Set<String> VARIABLES = Set.of("PATH", "NOTIFY_SOCKET", "WHEELHOUSE_STORE", "XDG_RUNTIME_DIR");

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path systemd;

    private final Workers workers = new Workers();
    private LocalHost own;

    @BeforeEach
    void open() throws IOException {
        Files.createFile(Files.createDirectory(runtime()).resolve("bus"));
        own = console(LONG, Duration.ofSeconds(5));
    }

    private LocalHost console(Duration start, Duration bus) throws IOException {
        TransientServices.UserUnits units = new TransientServices.UserUnits(
                "wheelhouse",
                runtime(),
                systemd.resolve("lingering"),
                program("run", RUN),
                program("control", CONTROL));
        return new LocalHost(
                workers, new TransientServices(units, workers, new TransientServices.Patience(start, bus), VARIABLES));
    }

    private Path runtime() {
        return systemd.resolve("runtime");
    }

    private String program(String name, String text) throws IOException {
        Path file = Files.writeString(systemd.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    @AfterEach
    void close() {
        own.close();
        workers.close();
    }

    /** All of whose commands are people's programs. */
    @Override
    protected Host host() {
        return new Host() {
            @Override
            public boolean isLocal() {
                return true;
            }

            @Override
            public HostProcess start(HostCommand command) {
                return own.start(command.asOwnService());
            }

            @Override
            public CommandResult run(HostCommand command) {
                return own.run(command.asOwnService());
            }

            @Override
            public int run(HostCommand command, CommandOutput output) {
                return own.run(command.asOwnService(), output);
            }

            @Override
            public HostFiles files() {
                return own.files();
            }

            @Override
            public PortForward forward(String targetHost, int targetPort) {
                return own.forward(targetHost, targetPort);
            }

            @Override
            public HostConnection connect(String socketPath) {
                return own.connect(socketPath);
            }

            @Override
            public void close() {
                own.close();
            }
        };
    }

    @Test
    void passesTheEnvironmentOnByNameAlone() throws IOException {
        HostCommand command =
                HostCommand.of("sh", "-c", "echo \"$SECRET\"").withEnvironment(Map.of("SECRET", "sword $fish"));
        assertThat(host().run(command).stdoutText()).isEqualTo("sword $fish\n");
        assertThat(Files.readString(systemd.resolve("kept")).split("\\s+"))
                .contains("SECRET", "PATH")
                .doesNotContain("NOTIFY_SOCKET", "WHEELHOUSE_STORE", "XDG_RUNTIME_DIR");
    }

    @Test
    void leavesTheConsolesOwnCommandsBesideIt() throws IOException {
        Files.createFile(systemd.resolve("broken"));
        assertThat(own.run(HostCommand.of("true")).exitCode()).isZero();
    }

    @Test
    void refusesWhereTheUserHasNoManagerAndSaysHowToSwitchItOn() throws IOException {
        Files.delete(systemd.resolve("runtime/bus"));
        assertThat(invalid()).hasMessageContaining("dbus-user-session");
        Files.delete(systemd.resolve("runtime"));
        assertThat(invalid()).hasMessageContaining("loginctl enable-linger wheelhouse");
    }

    @Test
    void saysWhatTheManagerSaysWhenItStartsNothing() throws IOException {
        Files.createFile(systemd.resolve("broken"));
        assertThat(invalid()).hasMessageContaining("Failed to start transient service unit: no room");
    }

    @Test
    void neverBeginsWhatASlowManagerStartsOnceItWasGivenUp() throws Exception {
        own = console(Duration.ofMillis(300), LONG);
        Files.createFile(systemd.resolve("slow"));
        assertThat(refused("touch", ran())).hasMessageContaining("did not start it within");
        assertNeverBegins();
    }

    @Test
    void neverBeginsWhatASlowManagerStartsOnceItWasCancelled() throws Exception {
        Files.createFile(systemd.resolve("slow"));
        CompletableFuture<AppException> outcome = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> outcome.complete(refused("touch", ran())));
        Awaiting.until(() -> Files.exists(systemd.resolve("kept")));

        caller.interrupt();

        assertThat(outcome.get(30, TimeUnit.SECONDS).errorCode()).isEqualTo(PlatformError.CANCELLED);
        assertNeverBegins();
    }

    private String ran() {
        return systemd.resolve("ran").toString();
    }

    private void assertNeverBegins() throws Exception {
        Files.delete(systemd.resolve("slow"));
        Awaiting.until(this::hasOneEnded);
        assertThat(systemd.resolve("ran")).doesNotExist();
    }

    private boolean hasOneEnded() throws IOException {
        try (Stream<Path> files = Files.list(systemd)) {
            return files.anyMatch(each -> each.toString().endsWith(".service.code"));
        }
    }

    @Test
    void waitsForTheBusOfAManagerThatIsThereAlready() throws Exception {
        Files.delete(runtime().resolve("bus"));
        Files.createDirectory(runtime().resolve("systemd"));
        Files.createFile(systemd.resolve("lingering"));
        var _ = workers.after(Duration.ofSeconds(1), () -> {
            try {
                Files.createFile(runtime().resolve("bus"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(host().run(HostCommand.of("true")).exitCode()).isZero();
    }

    @Test
    void waitsNoLongerForTheBusThanAManagerNeeds() throws IOException {
        own = console(LONG, Duration.ofMillis(200));
        Files.delete(runtime().resolve("bus"));
        Files.createDirectory(runtime().resolve("systemd"));
        Files.createFile(systemd.resolve("lingering"));
        assertThat(invalid()).hasMessageContaining("dbus-user-session");
    }

    /** Systemd's end of each waits here for those of the others, so that one after the other would never end. */
    @Test
    void killsAllThatRunAtOnceWhenItIsClosed() throws Exception {
        for (int i = 0; i < 3; i++) {
            host().start(HostCommand.of("sleep", "60"));
        }
        Files.createFile(systemd.resolve("three"));

        own.close();
    }

    private AppException invalid() {
        AppException refused = refused("true");
        assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        return refused;
    }

    private AppException refused(String... command) {
        return catchThrowableOfType(AppException.class, () -> host().run(HostCommand.of(command)));
    }
}
