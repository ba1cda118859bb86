package dev.wheelhouse.core.platform.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of host does the same; needs a POSIX machine. */
public abstract class HostRules {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    protected Path directory;

    protected abstract Host host();

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static HostCommand sh(String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return HostCommand.of(argv).within(LONG);
    }

    private static PlatformError refusal(ThrowingCallable call) {
        return (PlatformError) catchThrowableOfType(AppException.class, call).errorCode();
    }

    @Test
    void keepsTheTwoOutputsApartAndTellsTheExitCode() {
        CommandResult result = host().run(sh("echo out; echo err >&2; exit 3"));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.succeeded()).isFalse();
        assertThat(result.stdoutText()).isEqualTo("out\n");
        assertThat(result.stderrText()).isEqualTo("err\n");
    }

    @Test
    void passesEveryCharacterOfAnArgumentAsItIs() {
        String all = new String(IntStream.rangeClosed(1, 126).toArray(), 0, 126) + "é \uD83D\uDE00 $(id) `id` '\"\\ \n";

        CommandResult result = host().run(sh("printf %s \"$1\"; printf %s \"$2\" >&2", all, ""));

        assertThat(result.stdoutText()).isEqualTo(all);
        assertThat(result.stderrText()).isEmpty();
    }

    @Test
    void setsTheEnvironmentAndTheDirectory() {
        HostCommand command = sh("printf '%s|' \"$SAYS\"; pwd")
                .withEnvironment(Map.of("SAYS", "it's $HOME\n"))
                .inDirectory(directory.toString());

        assertThat(host().run(command).stdoutText()).isEqualTo("it's $HOME\n|" + directory + "\n");
    }

    @Test
    void endsAsAShellDoesWhenThereIsNothingToRun() throws IOException {
        Files.writeString(directory.resolve("plain"), "no program");

        assertThat(host().run(HostCommand.of("no-such-program-here")).exitCode())
                .isEqualTo(127);
        CommandResult notRunnable = host().run(HostCommand.of(path("plain")));
        assertThat(notRunnable.exitCode()).isEqualTo(126);
        assertThat(notRunnable.stderrText()).isNotEmpty();
        CommandResult nowhere = host().run(sh("pwd").inDirectory(path("absent")));
        assertThat(nowhere.exitCode()).isEqualTo(125);
        assertThat(nowhere.stderrText()).contains("absent");
    }

    @Test
    void feedsTheInputAndClosesIt() {
        byte[] every = new byte[300_000];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }

        CommandResult result = host().run(HostCommand.of("cat").within(LONG).withInput(CommandInput.of(every)));

        assertThat(result.stdout()).isEqualTo(every);
        assertThat(result.isTruncated()).isFalse();
    }

    @Test
    void keepsNoMoreThanTheLimit() {
        CommandResult result = host().run(sh("head -c 5000000 /dev/zero"));

        assertThat(result.stdout()).hasSize(CommandResult.LIMIT_BYTES);
        assertThat(result.isTruncated()).isTrue();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void passesOutputOnWhileTheCommandStillRuns() throws Exception {
        Files.writeString(directory.resolve("before"), "");
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        CommandOutput output = new CommandOutput() {
            @Override
            public void stdout(byte[] chunk) throws IOException {
                seen.add(new String(chunk, UTF_8));
                // The command ends only after its first line was seen.
                Files.deleteIfExists(directory.resolve("before"));
            }

            @Override
            public void stderr(byte[] chunk) {
                seen.add("!" + new String(chunk, UTF_8));
            }
        };

        int exitCode = host().run(sh("echo first; while [ -e \"$1\" ]; do sleep 0.01; done", path("before")), output);

        assertThat(exitCode).isZero();
        assertThat(seen).containsExactly("first\n");
    }

    @Test
    void killsACommandWhoseOutputIsRefused() {
        CommandOutput refusing = new CommandOutput() {
            @Override
            public void stdout(byte[] chunk) {
                throw new IllegalStateException("enough");
            }

            @Override
            public void stderr(byte[] chunk) {}
        };

        assertThat(catchThrowableOfType(
                        IllegalStateException.class, () -> host().run(sh("echo x; exec sleep 60"), refusing)))
                .hasMessage("enough");
    }

    @Test
    void stopsWhatTakesTooLong() throws Exception {
        HostCommand slow = sh("echo $$ > \"$1\"; sleep 60; :", path("pid")).within(Duration.ofMillis(700));

        AppException failure = catchThrowableOfType(AppException.class, () -> host().run(slow));

        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
        assertThat(failure).hasMessageContaining("700 ms");
        awaitDeath(directory.resolve("pid"));
    }

    @Test
    void killsWhatIgnoresTheRequestToEnd() throws Exception {
        HostCommand stubborn = sh("trap '' TERM; echo $$ > \"$1\"; while :; do sleep 0.1; done", path("pid"))
                .within(Duration.ofMillis(500));

        assertThat(refusal(() -> host().run(stubborn))).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);

        awaitDeath(directory.resolve("pid"));
    }

    @Test
    void killsACommandWhoseCallerIsCancelled() throws Exception {
        CompletableFuture<PlatformError> outcome = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual()
                .start(() -> outcome.complete(
                        refusal(() -> host().run(sh("echo $$ > \"$1\"; exec sleep 60", path("pid"))))));
        awaitFile(directory.resolve("pid"));

        caller.interrupt();

        assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(PlatformError.CANCELLED);
        awaitDeath(directory.resolve("pid"));
    }

    @Test
    void talksToACommandThatStaysOpen() throws Exception {
        try (HostProcess shell = host().start(HostCommand.of("sh"))) {
            BufferedReader answers = new BufferedReader(new InputStreamReader(shell.stdout(), UTF_8));
            for (int i = 0; i < 3; i++) {
                shell.stdin().write(("echo answer " + i + "\n").getBytes(UTF_8));
                shell.stdin().flush();
                assertThat(answers.readLine()).isEqualTo("answer " + i);
            }
            assertThat(shell.isRunning()).isTrue();
            shell.stdin().close();
            assertThat(shell.waitFor(LONG)).isEqualTo(OptionalInt.of(0));
            assertThat(shell.isRunning()).isFalse();
        }
    }

    @Test
    void endsABlockedReadWhenAnotherThreadCloses() throws Exception {
        HostProcess shell = host().start(HostCommand.of("sh"));
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<Integer> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            reading.countDown();
            try {
                read.complete(shell.stdout().read());
            } catch (IOException e) {
                read.complete(-1);
            }
        });
        assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();

        shell.close();

        assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(-1);
    }

    @Test
    void writesReadsListsMovesAndDeletesFiles() throws IOException {
        host().files().makeDirectories(path("a/b c"));
        String file = path("a/b c/it's \"one\".txt");
        write(file, new FileWrite(FileWrite.Existing.TRUNCATE, 0640), "hello");
        write(file, new FileWrite(FileWrite.Existing.APPEND, null), " world");

        HostFile found = host().files().find(file).orElseThrow();
        assertThat(found.kind()).isEqualTo(HostFileKind.FILE);
        assertThat(found.size()).isEqualTo(11);
        assertThat(found.mode()).isEqualTo(0640);
        assertThat(found.name()).isEqualTo("it's \"one\".txt");
        assertThat(text(host().files().read(file, 6))).isEqualTo("world");
        assertThat(text(host().files().read(file, 100))).isEmpty();

        String other = path("a/b c/two");
        write(other, new FileWrite(FileWrite.Existing.REFUSE, null), "old");
        host().files().move(file, other);
        assertThat(host().files().find(file)).isEmpty();
        assertThat(text(host().files().read(other))).isEqualTo("hello world");

        Files.createSymbolicLink(directory.resolve("a/link"), directory.resolve("a/b c"));
        assertThat(host().files().list(path("a")))
                .extracting(HostFile::name, HostFile::kind)
                .containsExactly(tuple("b c", HostFileKind.DIRECTORY), tuple("link", HostFileKind.SYMBOLIC_LINK));

        host().files().delete(other);
        host().files().delete(other);
        host().files().delete(path("a/link"));
        assertThat(host().files().list(path("a/b c"))).isEmpty();
        host().files().delete(path("a/b c"));
        assertThat(host().files().find(path("a/b c"))).isEmpty();
    }

    @Test
    void tellsWhyAFileCannotBeWorked() throws IOException {
        Files.writeString(directory.resolve("there"), "x");
        Files.createDirectories(directory.resolve("full/of"));

        assertThat(refusal(() -> host().files().read(path("absent")))).isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(() -> host().files().list(path("absent")))).isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(() -> host().files().move(path("absent"), path("x"))))
                .isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(() -> host().files().write(path("there"), new FileWrite(FileWrite.Existing.REFUSE, null))))
                .isEqualTo(PlatformError.ALREADY_EXISTS);
        assertThat(refusal(
                        () -> host().files().write(path("no/where"), new FileWrite(FileWrite.Existing.REFUSE, null))))
                .isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(() -> host().files().delete(path("full")))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(() -> host().files().read(path("full")))).isEqualTo(PlatformError.STATE_INVALID);
    }

    @Test
    void carriesAConnectionToAPortThatTheMachineReaches() throws Exception {
        try (EchoServer echo = new EchoServer();
                PortForward forward = host().forward("127.0.0.1", echo.port());
                Socket socket = new Socket()) {
            socket.setSoTimeout(30_000);
            socket.connect(forward.address(), 30_000);
            byte[] sent = "bytes of every kind \0\u00ff".repeat(5000).getBytes(ISO_8859_1);
            Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(sent);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
        }
    }

    @Test
    void carriesConnectionsToASocketOfTheMachine() throws Exception {
        byte[] sent = "bytes of every kind \0\u00ff".repeat(50_000).getBytes(ISO_8859_1);
        try (SocketServer echo = SocketServer.echoing(Path.of(path("it's a.sock")))) {
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                CompletableFuture<byte[]> answer = new CompletableFuture<>();
                answers.add(answer);
                Thread.ofVirtual().start(() -> answer.completeAsync(() -> exchanged(path("it's a.sock"), sent)));
            }
            for (CompletableFuture<byte[]> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(sent);
            }
            Awaiting.until(() -> echo.connections() == 0);
        }
    }

    private byte[] exchanged(String socket, byte[] sent) {
        try (HostConnection connection = host().connect(socket)) {
            Thread.ofVirtual().start(() -> {
                try {
                    connection.output().write(sent);
                    connection.output().flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return connection.input().readNBytes(sent.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void endsAReadOfASocketWhenAnotherThreadCloses() throws Exception {
        try (SocketServer silent = SocketServer.echoing(Path.of(path("silent")))) {
            HostConnection connection = host().connect(path("silent"));
            CompletableFuture<Integer> read = new CompletableFuture<>();
            CountDownLatch reading = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                reading.countDown();
                try {
                    read.complete(connection.input().read());
                } catch (IOException e) {
                    read.complete(-1);
                }
            });
            assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
            Awaiting.until(() -> silent.connections() == 1);

            connection.close();

            assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(-1);
            Awaiting.until(() -> silent.connections() == 0);
        }
    }

    @Test
    void seesTheEndWhenTheSocketsServerCloses() throws Exception {
        try (SocketServer server = new SocketServer(
                        Path.of(path("curt")), connection -> connection.output().write("bye".getBytes(UTF_8)));
                HostConnection connection = host().connect(path("curt"))) {
            assertThat(server.connections()).isLessThan(2);
            assertThat(new String(connection.input().readAllBytes(), UTF_8)).isEqualTo("bye");
        }
    }

    @Test
    void tellsWhyASocketCannotBeUsed() throws IOException {
        Files.writeString(directory.resolve("plain"), "no socket");
        try (SocketServer gone = SocketServer.echoing(Path.of(path("dead")))) {
            gone.stopListening();
        }

        assertThat(refusal(() -> host().connect(path("absent")))).isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(() -> host().connect(path("plain")))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(() -> host().connect(path("dead")))).isEqualTo(PlatformError.UPSTREAM_FAILED);
    }

    @Test
    void runsManyCommandsAtOnce() throws Exception {
        List<CompletableFuture<String>> answers = IntStream.range(0, 8)
                .mapToObj(i -> {
                    CompletableFuture<String> answer = new CompletableFuture<>();
                    Thread.ofVirtual().start(() -> {
                        try {
                            answer.complete(host().run(sh("echo " + i)).stdoutText());
                        } catch (AppException e) {
                            answer.completeExceptionally(e);
                        }
                    });
                    return answer;
                })
                .toList();

        for (int i = 0; i < 8; i++) {
            assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i + "\n");
        }
    }

    private void write(String path, FileWrite how, String text) throws IOException {
        try (OutputStream out = host().files().write(path, how)) {
            out.write(text.getBytes(UTF_8));
        }
    }

    private static String text(InputStream opened) throws IOException {
        try (opened) {
            return new String(opened.readAllBytes(), UTF_8);
        }
    }

    private static void awaitFile(Path file) throws Exception {
        Awaiting.until(() -> Files.exists(file) && Files.size(file) > 0);
    }

    private static void awaitDeath(Path pidFile) throws Exception {
        awaitFile(pidFile);
        long pid = Long.parseLong(Files.readString(pidFile).trim());
        Awaiting.until(() -> ProcessHandle.of(pid).map(each -> !each.isAlive()).orElse(true));
    }
}
