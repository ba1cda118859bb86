package dev.wheelhouse.core.logs.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
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
        return Files.readString(logs.unpacked(host, "srv_1", file.toString()));
    }

    private AppException refusal(UnpackedLogs logs, Path file) {
        return catchThrowableOfType(AppException.class, () -> logs.unpacked(host, "srv_1", file.toString()));
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

    @Test
    void unpacksOnceUntilTheFileChanges() throws Exception {
        UnpackedLogs logs = logs(1 << 20);
        Path file = write("app.log.gz", packed("one\n"));
        Path first = logs.unpacked(host, "srv_1", file.toString());
        assertThat(logs.unpacked(host, "srv_1", file.toString())).isEqualTo(first);
        assertThat(logs.unpacked(host, "srv_2", file.toString())).isNotEqualTo(first);
        write("app.log.gz", packed("another one\n"));
        assertThat(unpacked(logs, file)).isEqualTo("another one\n");
    }

    @Test
    @Timeout(60)
    void aSlowServerHoldsUpNoOther() throws Exception {
        UnpackedLogs logs = logs(1 << 20);
        Path slow = write("slow.log.gz", packed("slow\n"));
        Path quick = write("quick.log.gz", packed("quick\n"));
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Host far = (Host) Proxy.newProxyInstance(
                Host.class.getClassLoader(), new Class<?>[] {Host.class}, (_, method, arguments) -> {
                    if (method.getName().equals("read")) {
                        isReading.countDown();
                        goOn.await();
                    }
                    return method.invoke(host, arguments);
                });
        FutureTask<Path> unpacking = new FutureTask<>(() -> logs.unpacked(far, "srv_2", slow.toString()));
        workers.start(unpacking);
        isReading.await();
        assertThat(unpacked(logs, quick)).isEqualTo("quick\n");
        goOn.countDown();
        assertThat(Files.readString(unpacking.get())).isEqualTo("slow\n");
    }

    @Test
    void keepsAFewOnly() throws Exception {
        UnpackedLogs logs = logs(1 << 20);
        for (int i = 0; i < 12; i++) {
            unpacked(logs, write("app.log." + i + ".gz", packed("line " + i + "\n")));
        }
        assertThat(filesLeft()).isEqualTo(8);
        assertThat(unpacked(logs, directory.resolve("app.log.0.gz"))).isEqualTo("line 0\n");
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
