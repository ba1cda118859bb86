package dev.wheelhouse.core.logs.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFiles;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class UnpackedLogsTest {

    private final Workers workers = new Workers();
    private final Host host = new LocalHost(workers);

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        host.close();
        workers.close();
    }

    private UnpackedLogs logs(long mostBytes) {
        LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.systemUTC());
        return new UnpackedLogs(new LogDocuments(directory.resolve("spool"), 1 << 20, times, workers), mostBytes);
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private Path write(String name, byte[]... parts) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            whole.writeBytes(each);
        }
        return Files.write(directory.resolve(name), whole.toByteArray());
    }

    private String unpacked(UnpackedLogs logs, Path file) throws IOException {
        return Files.readString(logs.open(() -> host, "srv_1", file.toString()).file());
    }

    private AppException refusal(UnpackedLogs logs, Path file) {
        return catchThrowableOfType(AppException.class, () -> logs.open(() -> host, "srv_1", file.toString()));
    }

    private long filesLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory.resolve("spool"))) {
            return left.count();
        }
    }

    @Test
    void unpacksAllThatWasPackedOneBehindTheOther() throws Exception {
        Path file = write("app.log.2.gz", packed("one\n"), packed("two\n"), packed("three\n".repeat(50_000)));
        assertThat(unpacked(logs(1 << 20), file)).isEqualTo("one\ntwo\n" + "three\n".repeat(50_000));
    }

    /** Times without a year are understood by it. */
    @Test
    void whatWasUnpackedIsAsOldAsTheLog() throws Exception {
        Path file = write("app.log.2.gz", packed("Dec 31 23:59:59 web-1 cron: a\n"));
        FileTime old = FileTime.from(Instant.parse("2025-01-01T00:00:01Z"));
        Files.setLastModifiedTime(file, old);
        Path unpacked = logs(1 << 20).open(() -> host, "srv_1", file.toString()).file();
        assertThat(Files.getLastModifiedTime(unpacked)).isEqualTo(old);
    }

    @Test
    void unpacksOnceUntilTheFileChanges() throws Exception {
        UnpackedLogs logs = logs(1 << 20);
        Path file = write("app.log.gz", packed("one\n"));
        Path first = logs.open(() -> host, "srv_1", file.toString()).file();
        assertThat(logs.open(() -> host, "srv_1", file.toString()).file()).isEqualTo(first);
        assertThat(logs.open(() -> host, "srv_2", file.toString()).file()).isNotEqualTo(first);
        write("app.log.gz", packed("another one\n"));
        assertThat(unpacked(logs, file)).isEqualTo("another one\n");
    }

    @Test
    @Timeout(120)
    void aSlowServerHoldsUpNoOther() throws Exception {
        UnpackedLogs logs = logs(1 << 20);
        Path slow = write("slow.log.gz", packed("slow\n"));
        Path quick = write("quick.log.gz", packed("quick\n"));
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        HostFiles files = (HostFiles) Proxy.newProxyInstance(
                Host.class.getClassLoader(), new Class<?>[] {HostFiles.class}, (_, method, arguments) -> {
                    if (method.getName().equals("read")) {
                        isReading.countDown();
                        goOn.await();
                    }
                    return method.invoke(host.files(), arguments);
                });
        Host far = (Host) Proxy.newProxyInstance(
                Host.class.getClassLoader(),
                new Class<?>[] {Host.class},
                (_, method, arguments) -> method.getName().equals("files") ? files : method.invoke(host, arguments));
        FutureTask<Path> unpacking = new FutureTask<>(
                () -> logs.open(() -> far, "srv_2", slow.toString()).file());
        workers.start(unpacking);
        isReading.await();
        assertThat(unpacked(logs, quick)).isEqualTo("quick\n");
        goOn.countDown();
        assertThat(Files.readString(unpacking.get())).isEqualTo("slow\n");
    }

    @Test
    void oneThatHadToMakeRoomIsUnpackedAgainWhenItIsReadOn() throws Exception {
        LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.systemUTC());
        UnpackedLogs logs =
                new UnpackedLogs(new LogDocuments(directory.resolve("spool"), 1 << 20, times, workers), 1 << 20, 3 * 7);
        List<UnpackedLogs.Unpacked> opened = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            Path file = write("app.log." + i + ".gz", packed("line " + i + "\n"));
            opened.add(logs.open(() -> host, "srv_1", file.toString()));
        }
        assertThat(filesLeft()).isEqualTo(3);
        for (int i = 0; i < 9; i++) {
            opened.get(i).ensure();
            assertThat(opened.get(i).file()).hasContent("line " + i + "\n");
        }
        assertThat(filesLeft()).isEqualTo(3);
        write("app.log.0.gz", packed("another\n"));
        assertThatThrownBy(opened.getFirst()::ensure)
                .isInstanceOf(AppException.class)
                .hasMessageContaining("has changed since it was opened");
    }

    @Test
    void saysWhatToDoAboutOneThatIsTooBig() throws Exception {
        Path file = write("bomb.gz", packed("0".repeat(3 << 20)));
        AppException refused = refusal(logs(2 << 20), file);
        assertThat(refused.errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
        assertThat(refused).hasMessageContaining("more than 2 MiB").hasMessageContaining("Unpack it on its server");
        assertThat(filesLeft()).isZero();
    }

    @Test
    void refusesWhatIsDamagedOrNotPacked() throws Exception {
        byte[] whole = packed("line\n".repeat(1000));
        UnpackedLogs logs = logs(1 << 20);
        AppException cut = refusal(logs, write("cut.gz", Arrays.copyOf(whole, whole.length - 20)));
        assertThat(cut.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(cut).hasMessageContaining("ends too early");
        AppException plain =
                refusal(logs, write("plain.gz", "just text that is long enough".getBytes(StandardCharsets.UTF_8)));
        assertThat(plain.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(plain).hasMessageContaining("not packed with gzip");
        assertThat(refusal(logs, directory.resolve("missing.gz")).errorCode()).isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(logs, Files.createDirectory(directory.resolve("folder.gz")))
                        .errorCode())
                .isEqualTo(PlatformError.STATE_INVALID);
        assertThat(filesLeft()).isZero();
    }
}
