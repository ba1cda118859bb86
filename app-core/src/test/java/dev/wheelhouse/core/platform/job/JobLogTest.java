package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.JobLog.LogFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogTest {

    @TempDir
    private Path directory;

    private String read(JobLogs logs) throws IOException {
        try (InputStream log = logs.open("job_1")) {
            return new String(log.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private long onDisk() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(each -> each.toFile().length()).sum();
        }
    }

    private static byte[] line(int number) {
        return "%07d zweiundzwanzig Öfen\n".formatted(number).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void keepsAllOfWhatIsShort() throws IOException {
        JobLogs logs = new JobLogs(directory);
        assertThat(logs.exists("job_1")).isFalse();
        try (JobLog log = logs.create("job_1")) {
            log.write("one\n".getBytes(StandardCharsets.UTF_8));
            assertThat(read(logs)).isEqualTo("one\n");
            log.write("two\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(logs)).isEqualTo("one\ntwo\n");
        logs.delete("job_1");
        assertThat(read(logs)).isEmpty();
        assertThat(onDisk()).isZero();
    }

    @Test
    void takesNothingMoreOnceItIsClosed() throws IOException {
        JobLogs logs = new JobLogs(directory);
        JobLog log = logs.create("job_1");
        log.write("whole\n".getBytes(StandardCharsets.UTF_8));
        log.close();
        log.write("what a command left behind\n".getBytes(StandardCharsets.UTF_8));
        log.close();
        assertThat(read(logs)).isEqualTo("whole\n");
    }

    @Test
    void keepsAllOfWhatJustFits() throws IOException {
        JobLogs logs = new JobLogs(directory);
        StringBuilder whole = new StringBuilder();
        try (JobLog log = logs.create("job_1")) {
            for (int i = 0; i < 160_000; i++) {
                log.write(line(i));
                whole.append(new String(line(i), StandardCharsets.UTF_8));
            }
        }
        assertThat(read(logs)).isEqualTo(whole.toString());
    }

    @Test
    void givesTheEndFromALinesBeginningOnInWhateverPartsItLies() throws IOException {
        JobLogs logs = new JobLogs(directory);
        int[] lines = {0, 1, 40, 110_000, 160_000, 400_000};
        try (JobLog log = logs.create("job_1")) {
            int written = 0;
            for (int until : lines) {
                for (; written < until; written++) {
                    log.write(line(written));
                }
                checkEnd(logs);
            }
        }
        checkEnd(logs);
    }

    private void checkEnd(JobLogs logs) throws IOException {
        String whole = read(logs);
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        for (int most : new int[] {10, 1_000, 1 << 20, 10 << 20}) {
            JobLogText end = logs.end("job_1", most);
            assertThat(end.bytes()).isEqualTo(bytes.length);
            assertThat(end.isWhole()).isEqualTo(bytes.length <= most);
            assertThat(whole).endsWith(end.text());
            int shown = end.text().getBytes(StandardCharsets.UTF_8).length;
            if (end.isWhole()) {
                assertThat(shown).isEqualTo(bytes.length);
            } else if (most >= 1_000) {
                assertThat(shown).isBetween(most - line(0).length, most);
                assertThat(whole.charAt(whole.length() - end.text().length() - 1))
                        .isEqualTo('\n');
            } else {
                assertThat(shown).isBetween(most - 1, most);
            }
        }
    }

    @Test
    void cutsWhatIsLongInTheMiddleAndSaysSo() throws IOException {
        JobLogs logs = new JobLogs(directory);
        int lines = 400_000;
        try (JobLog log = logs.create("job_1")) {
            for (int i = 0; i < lines; i++) {
                log.write(line(i));
            }
            assertThat(onDisk()).isLessThanOrEqualTo(JobLog.LIMIT_BYTES);
            assertThat(read(logs))
                    .startsWith("0000000 ")
                    .contains("left out here")
                    .endsWith("Öfen\n");
        }
        String kept = read(logs);
        assertThat(onDisk()).isLessThan(JobLog.LIMIT_BYTES + 100);
        assertThat(kept)
                .startsWith("0000000 ")
                .contains("MiB of output left out here")
                .endsWith(new String(line(lines - 1), StandardCharsets.UTF_8))
                .doesNotContain("\uFFFD");
    }

    @Test
    void leavesWhatADeadConsoleHad() throws IOException {
        JobLogs logs = new JobLogs(directory);
        JobLog log = logs.create("job_1");
        for (int i = 0; i < 300_000; i++) {
            log.write(line(i));
        }
        assertThat(read(new JobLogs(directory))).startsWith("0000000 ").contains("left out here");
        log.close();
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void whoReadsWhileItIsPutTogetherGetsItOnce() throws IOException {
        JobLogs logs = new JobLogs(directory);
        int lines = 300_000;
        String last = new String(line(lines - 1), StandardCharsets.UTF_8);
        JobLog log = logs.create("job_1");
        for (int i = 0; i < lines; i++) {
            log.write(line(i));
        }
        try (InputStream before = logs.open("job_1")) {
            log.close();
            String read = new String(before.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(count(read, last)).isOne();
            assertThat(read).startsWith("0000000 ").endsWith(last);
        }
    }

    @Test
    void aKillWhileItIsPutTogetherLosesNothingAndDoublesNothing() throws IOException {
        JobLogs logs = new JobLogs(directory);
        JobLog log = logs.create("job_1");
        for (int i = 0; i < 300_000; i++) {
            log.write(line(i));
        }
        LogFiles files = LogFiles.of(directory, "job_1");
        byte[] older = Files.readAllBytes(files.older());
        byte[] newer = Files.readAllBytes(files.newer());
        String parts = read(logs);
        Files.write(files.whole(), new byte[100]);
        assertThat(read(logs)).as("killed before the beginning was replaced").isEqualTo(parts);

        log.close();
        String whole = read(logs);
        Files.write(files.older(), older);
        Files.write(files.newer(), newer);

        assertThat(read(logs)).as("killed before the parts were deleted").isEqualTo(whole);
        logs.delete("job_1");
        assertThat(onDisk()).isZero();
    }

    @Test
    void goesOnWithoutALogWhereNoneCanBeWritten() throws IOException {
        Path file = Files.createFile(directory.resolve("a-file"));
        try (JobLog log = new JobLogs(file).create("job_1")) {
            log.write("lost".getBytes(StandardCharsets.UTF_8));
            log.write("lost".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Files.size(file)).isZero();
    }

    @Test
    void theOldestMakeRoomButNotThatOfARunningJob() throws IOException {
        for (int i = 1; i <= 4; i++) {
            Path file = directory.resolve("job_" + i + ".log");
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(400L << 20);
            }
            Files.setLastModifiedTime(file, FileTime.fromMillis(i * 1_000L));
        }
        new JobLogs(directory).trim(Set.of("job_1"));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("job_1.log", "job_3.log", "job_4.log");
        }
    }
}
