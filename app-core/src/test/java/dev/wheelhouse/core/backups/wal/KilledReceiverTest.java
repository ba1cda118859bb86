package dev.wheelhouse.core.backups.wal;

import static dev.wheelhouse.core.backups.wal.ArchiveUnderTest.SEGMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.LongRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledReceiverTest {

    private static final int KILLS = LongRun.of(3, 30);

    private final Random random = new Random();

    @TempDir
    private Path directory;

    @Test
    void nothingAcknowledgedIsLostWhenTheProcessIsKilled() throws Exception {
        Path spool = directory.resolve("spool");
        long acknowledged = 0;
        for (int i = 0; i < KILLS; i++) {
            acknowledged = receiveAndKill(spool);
        }
        ArchiveUnderTest wal = new ArchiveUnderTest(spool);
        long from = wal.resume().map(WalStart::position).orElseThrow().value();
        assertThat(from).isGreaterThanOrEqualTo(acknowledged / SEGMENT * SEGMENT);
        wal.begin(1, from);
        assertThat(wal.archive.flush()).isGreaterThanOrEqualTo(new WalPosition(acknowledged));
        wal.send(1, from, from + SEGMENT);
        while (wal.archive.progress().spoolBytes() > 0) {
            wal.archive.storeNext();
        }
        for (long segment = 0; segment <= from / SEGMENT; segment++) {
            wal.assertWhole(1, segment);
        }
        assertThat(wal.gaps).isEmpty();
        wal.close();
    }

    /** @return the last position that was acknowledged */
    private long receiveAndKill(Path spool) throws IOException, InterruptedException {
        Process process = JavaProcess.plain()
                .of(KilledReceiver.class, spool.toString())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try (BufferedReader output = process.inputReader()) {
            int lines = 1 + random.nextInt(12);
            long acknowledged = 0;
            for (int i = 0; i < lines; i++) {
                acknowledged = Long.parseLong(Objects.requireNonNull(output.readLine(), "It ended by itself"));
            }
            process.destroyForcibly();
            return acknowledged;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
