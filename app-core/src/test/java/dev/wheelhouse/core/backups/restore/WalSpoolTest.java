package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WAL that a server takes by {@code restore_command}, which a test runs itself. */
final class WalSpoolTest {

    private static final String FIRST = "000000010000000000000003";
    private static final String SECOND = "000000010000000000000004";
    private static final String THIRD = "000000010000000000000005";

    @TempDir
    Path folder;

    private final CountDownLatch isSlow = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private @Nullable InputStream open(String file) {
        if (file.equals(FIRST) || file.equals(SECOND)) {
            return new ByteArrayInputStream(file.getBytes(StandardCharsets.US_ASCII));
        }
        isSlow.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return null;
    }

    private static @Nullable String following(String file) {
        return switch (file) {
            case FIRST -> SECOND;
            case SECOND -> THIRD;
            default -> null;
        };
    }

    /** It has taken the last of what lay ready before anybody heard that it asked for it. */
    @Test
    void knowsWhatAServerTookThatEndedAtOnce() throws Exception {
        String directory = Files.createDirectory(folder.resolve("spool")).toString();
        try (Workers workers = new Workers();
                LocalHost host = new LocalHost(workers);
                WalSpool spool = WalSpool.open(
                        new ClusterHost(host, null, ""),
                        directory,
                        this::open,
                        WalSpoolTest::following,
                        Long.MAX_VALUE,
                        workers)) {
            fetch(host, spool, FIRST);
            isSlow.await();
            fetch(host, spool, SECOND);
            assertThat(spool.served()).containsExactly(FIRST);
            goOn.countDown();
            spool.settle();
            assertThat(spool.served()).containsExactlyInAnyOrder(FIRST, SECOND);
            assertThat(spool.asked()).isEqualTo(SECOND);
            assertThat(spool.failure()).isNull();
        }
    }

    private void fetch(LocalHost host, WalSpool spool, String file) {
        Path to = folder.resolve(file);
        String command = spool.command().replace("%f", file).replace("%p", to.toString());
        CommandResult result = host.run(HostCommand.of("sh", "-c", command));
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        assertThat(to).hasContent(file);
    }
}
