package dev.wheelhouse.core.platform.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts whose commands go to shells of every kind, or to none ({@code sshd(8)}: {@code $SHELL -c}). */
@Real
class LoginShellsTest {

    /** What one shell or another reads otherwise than the rest. */
    private static final List<String> HARD = List.of(
            "it's",
            "'",
            "\\",
            "\\'",
            "''\\''",
            "!",
            "!!",
            "a!b",
            "\n",
            "two\nlines\n",
            "\ttab",
            "\r",
            " ",
            "",
            "$HOME",
            "$(id)",
            "`id`",
            "*",
            "~",
            "#",
            ";",
            "&",
            "|",
            "<",
            ">",
            "(",
            "{a,b}",
            "[a]",
            "%s",
            "\"",
            "+",
            ".",
            "-n",
            "\u00e9 \ud83c\udf89",
            "x".repeat(60_000));

    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Workers workers;
    private static SshConnections connections;
    private static DebianSshd server;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        workers = new Workers();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
        server = DebianSshd.start(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            connections.close();
            server.close();
            workers.close();
        }
    }

    private static Host open(Path key) throws Exception {
        SshTarget target = server.target(new SshCredentials.PrivateKey(Files.readString(key), null));
        return connections.open(
                target, HostTrust.inFingerprint(connections.keyOf(target).fingerprint()));
    }

    private static String name() {
        return "key-" + KEYS.incrementAndGet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash", "/bin/busybox sh", "/usr/bin/zsh", "/usr/bin/fish", "/bin/tcsh"})
    void runsTheSameCommandsUnderEveryShell(String shell) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of(shell.split(" ", 2)[0])),
                "Install Debian's packages busybox-static, zsh, fish and tcsh.");
        try (Host host = open(server.newKeyOfShell(name(), shell))) {
            for (String word : HARD) {
                HostCommand command = HostCommand.of(
                                "sh", "-c", "printf '%s|%s|' \"$1\" \"$WORD\"; cat; exit 3", "sh", word)
                        .withEnvironment(Map.of("WORD", word))
                        .withInput(CommandInput.of(word.getBytes(StandardCharsets.UTF_8)));
                CommandResult result = host.run(command);
                assertThat(result.stdoutText()).as(word).isEqualTo(word + "|" + word + "|" + word);
                assertThat(result.stderrText()).as(word).isEmpty();
                assertThat(result.exitCode()).as(word).isEqualTo(3);
            }
            assertThat(host.run(HostCommand.of("/no/such/program")).exitCode()).isEqualTo(127);
        }
    }

    @Test
    void reportsAnAccountThatIsServedNoFiles() throws Exception {
        try (Host host = open(server.newKeyWithCommand(name(), "exit 1"))) {
            AppException refused = Objects.requireNonNull(
                    catchThrowableOfType(AppException.class, () -> host.files().find("/")));
            assertThat(refused.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
            assertThat(refused)
                    .hasMessageContaining("no files over SFTP")
                    .hasMessageContaining("Check Subsystem sftp in sshd_config");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin/zsh", "/usr/bin/fish", "/bin/tcsh"})
    void endsCommandsUnderEveryShell(String shell) throws Exception {
        assumeTrue(Files.isExecutable(Path.of(shell)), "Install Debian's packages zsh, fish and tcsh.");
        long deaf;
        try (Host host = open(server.newKeyOfShell(name(), shell))) {
            try (HostProcess process = host.start(HostCommand.of("sh", "-c", "sleep 600 & wait"))) {
                process.terminate();
                assertThat(process.awaitGone(Duration.ofSeconds(60))).isTrue();
            }
            try (HostProcess process =
                    host.start(HostCommand.of("sh", "-c", "trap '' TERM; while :; do sleep 1; done"))) {
                process.terminate();
                deaf = process.mark().orElseThrow().pid();
            }
        }
        // Closed at once after the command, the session still had its end to carry.
        Awaiting.until(() -> ProcessHandle.of(deaf).isEmpty());
    }

    /** What start-up files print is no part of an answer, nor of a dump. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo Welcome; echo to this server >&2; exec /bin/sh -c \\\"$SSH_ORIGINAL_COMMAND\\\"",
                "printf 'no end of line'; exec /bin/bash -c \\\"$SSH_ORIGINAL_COMMAND\\\"",
                "head -c 300000 /dev/zero | tr '\\\\0' a; exec /usr/bin/fish -c \\\"$SSH_ORIGINAL_COMMAND\\\""
            })
    void dropsWhatIsPrintedBeforeTheCommandBegan(String command) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/fish")), "Install Debian's package fish.");
        try (Host host = open(server.newKeyWithCommand(name(), command))) {
            CommandResult result = host.run(HostCommand.of("printf", "a\\nb"));
            assertThat(result.stdoutText()).isEqualTo("a\nb");
            assertThat(result.stderrText()).isEmpty();
            assertThat(host.run(HostCommand.of("true")).stdoutText()).isEmpty();
        }
    }

    /** Whatever it ends with, it is no answer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "exec /bin/rbash -c \\\"$SSH_ORIGINAL_COMMAND\\\" | restricted",
                "echo only backups here; exit 0 | only backups here",
                "echo no shell for you >&2; exit 1 | no shell for you",
                "exit 0 | nothing but the exit code 0",
                "exit 7 | nothing but the exit code 7",
                "echo wheelhouse-pid:1 >&2; echo ok | wheelhouse-pid:1",
                "head -n 4; exit 0 | wheelhouse_boot",
                "/usr/sbin/nologin | not available"
            })
    void reportsAnAccountThatRunsNoCommands(String command, String shown) throws Exception {
        try (Host host = open(server.newKeyWithCommand(name(), command))) {
            AppException refused = Objects.requireNonNull(
                    catchThrowableOfType(AppException.class, () -> host.run(HostCommand.of("true"))));
            assertThat(refused.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
            assertThat(refused)
                    .hasMessageContaining("runs no commands: it answered")
                    .hasMessageContaining(shown)
                    .hasMessageContaining("use another account");
        }
    }
}
