package dev.wheelhouse.core.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.host.ssh.TestSshServer;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class FileLogSourceTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final LineTimes TIMES =
            new LineTimes(ZoneOffset.UTC, Clock.fixed(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC));

    private final Workers workers = new Workers();
    private Host host;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void start() {
        host = new LocalHost(workers);
        file = directory.resolve("app.log");
    }

    @AfterEach
    void stop() {
        host.close();
        workers.close();
    }

    private FileLogSource source(int rotated, LineFormat format) {
        return source(host, rotated, format);
    }

    private FileLogSource source(Host on, int rotated, LineFormat format) {
        return new FileLogSource(
                new FileLogSource.Origin("app.log", () -> on, file.toString(), rotated, format, TIMES),
                workers,
                new FileLogSource.Pace(Duration.ofMillis(5), new Backoff(Duration.ofMillis(2), SHORT)));
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
    }

    private static List<String> texts(LogPage page) {
        return page.lines().stream().map(each -> each.line().text()).toList();
    }

    private static LogSearch search(@Nullable LogPosition after, int limit) {
        return new LogSearch(LogFilter.ALL, null, null, after, limit);
    }

    private static List<String> take(LogFollowing following, int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        while (taken.size() < count && !following.isEnded()) {
            for (PlacedLine each : following.next(LONG)) {
                taken.add(each.line().text());
            }
        }
        return taken;
    }

    private void modified(String at) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(at)));
    }

    @Test
    void aTimeWithoutAYearIsAtMostTheFilesLastChange() throws Exception {
        String path = file.toString();
        file = Path.of(path + ".1");
        append("Dec 31 23:59:59 web-1 cron: a\n");
        modified("2025-01-01T00:00:01Z");
        file = Path.of(path);
        append("Jan  1 00:00:02 web-1 cron: b\nMar 20 10:00:00 web-1 cron: c\n");
        modified("2025-03-20T10:00:00Z");
        Instant[] times = {
            Instant.parse("2024-12-31T23:59:59Z"),
            Instant.parse("2025-01-01T00:00:02Z"),
            Instant.parse("2025-03-20T10:00:00Z")
        };
        FileLogSource source = source(1, LineFormat.RAW);
        LogSearch since = new LogSearch(LogFilter.ALL, times[1], null, null, 20);

        assertThat(timesOf(source.tail(20, 10_000))).containsExactly(times);
        assertThat(timesOf(source.search(search(null, 20)))).containsExactly(times);
        assertThat(timesOf(source.search(since))).containsExactly(times[1], times[2]);
        LogPosition first = source.search(search(null, 1)).end();
        try (LogFollowing following = source.follow(first)) {
            List<Instant> followed = new ArrayList<>();
            while (followed.size() < 2) {
                following.next(LONG).forEach(each -> followed.add(each.line().time()));
            }
            assertThat(followed).containsExactly(times[1], times[2]);
        }
    }

    private static List<Instant> timesOf(LogPage page) {
        return page.lines().stream().map(each -> each.line().time()).toList();
    }

    @Test
    void refusesAFileThatIsNoTextHoweverItIsRead() throws Exception {
        Files.write(file, "2026-11-22 10:11:12 hello\n".getBytes(StandardCharsets.UTF_16));
        FileLogSource source = source(0, LineFormat.RAW);
        for (ThrowingCallable reading : List.<ThrowingCallable>of(
                source::check, () -> source.tail(5, 10_000), () -> source.search(search(null, 5)))) {
            assertThat(catchThrowableOfType(AppException.class, reading).errorCode())
                    .isEqualTo(PlatformError.STATE_INVALID);
        }
    }

    /** Such as those of proc: the search for the file that came after it must not find the same one for ever. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void readsAFileThatNeverTellsItsSizeOnce() {
        file = Path.of("/proc/version");
        LogPage page = source(2, LineFormat.RAW).search(search(null, 20));
        assertThat(page.lines()).hasSize(1);
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void pagesAndTailsGiveEveryLineOnce() {
        Property.holds(60, random -> {
            List<String> lines = new ArrayList<>();
            int rotated = random.nextInt(3);
            for (int number = rotated; number >= 0; number--) {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(800); i > 0; i--) {
                    String line = lines.size() + "x".repeat(random.nextInt(300));
                    lines.add(line);
                    text.append(line).append('\n');
                }
                Files.writeString(number == 0 ? file : Path.of(file + "." + number), text);
            }
            FileLogSource source = source(rotated, LineFormat.RAW);
            int count = 1 + random.nextInt(1000);
            LogPage tail = source.tail(count, 1 << 24);
            assertThat(texts(tail)).isEqualTo(lines.subList(Math.max(0, lines.size() - count), lines.size()));
            assertThat(tail.hasMore()).isEqualTo(lines.size() > count);
            List<String> read = new ArrayList<>();
            LogPosition after = null;
            boolean hasMore = true;
            while (hasMore) {
                LogPage page = source.search(search(after, 1 + random.nextInt(700)));
                read.addAll(texts(page));
                after = page.end();
                hasMore = page.hasMore();
            }
            assertThat(read).isEqualTo(lines);
            for (PlacedLine each :
                    tail.lines().subList(0, Math.min(3, tail.lines().size()))) {
                List<String> rest = texts(source.search(search(each.after(), 10_000)));
                assertThat(rest)
                        .isEqualTo(lines.subList(lines.indexOf(each.line().text()) + 1, lines.size()));
            }
        });
    }

    @Test
    void searchesByFilterAndTime() throws Exception {
        StringBuilder text = new StringBuilder();
        Instant start = Instant.parse("2026-11-22T10:00:00Z");
        for (int i = 0; i < 60_000; i++) {
            text.append(start.plusSeconds(i))
                    .append(i % 10 == 0 ? " ERROR " : " INFO ")
                    .append("line ")
                    .append(i)
                    .append('\n');
        }
        append(text.toString());
        LogFilter filter = new LogFilter(List.of(new LogPattern("ERROR", false, true)), List.of(), Set.of());
        LogPage page = source(0, LineFormat.RAW)
                .search(new LogSearch(filter, start.plusSeconds(50_000), start.plusSeconds(50_035), null, 100));
        assertThat(texts(page)).hasSize(4).first().asString().endsWith("line 50000");
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void readsTheEndOfAFileOfTenGigabytesAtOnce() throws Exception {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(10L << 30);
            sparse.seek(10L << 30);
            sparse.write("\none\ntwo\n".getBytes(StandardCharsets.UTF_8));
        }
        LogPage page = source(0, LineFormat.RAW).tail(2, 1 << 20);
        assertThat(texts(page)).containsExactly("one", "two");
        assertThat(page.hasMore()).isTrue();
    }

    @Test
    void joinsThePartsOfCriLines() throws Exception {
        append("2026-11-22T10:00:00Z stderr P one \n2026-11-22T10:00:01Z stderr F two\n");
        PlacedLine line = source(0, LineFormat.CRI).tail(10, 1 << 20).lines().getFirst();
        assertThat(line.line().text()).isEqualTo("one two");
        assertThat(line.line().time()).isEqualTo("2026-11-22T10:00:00Z");
    }

    @Test
    void takesLinesWithoutAStreamForThoseOfTheirFile() throws Exception {
        append("as it came\n");
        FileLogSource source = new FileLogSource(
                new FileLogSource.Origin(
                        "app", () -> host, file.toString(), 0, LineFormat.CRI, TIMES, LogStream.STDERR),
                workers);
        assertThat(source.tail(1, 1000).lines().getFirst().line().stream()).isEqualTo(LogStream.STDERR);
    }

    @Test
    void followsAFileThroughRotationAndTruncation() throws Exception {
        append("before\n");
        FileLogSource source = source(0, LineFormat.RAW);
        try (LogFollowing following = source.follow(source.tail(10, 1 << 20).end())) {
            append("one\ntw");
            assertThat(take(following, 1)).containsExactly("one");
            append("o\n");
            assertThat(take(following, 1)).containsExactly("two");
            Files.move(file, directory.resolve("app.log.1"));
            Files.writeString(directory.resolve("app.log.1"), "late\n", StandardOpenOption.APPEND);
            append("three\n");
            assertThat(take(following, 2)).containsExactly("late", "three");
            Files.writeString(file, "new beginning\n");
            assertThat(take(following, 1)).containsExactly("new beginning");
            Awaiting.until(() -> following.notice().contains("truncated"));
            Files.delete(file);
            Awaiting.until(() -> following.notice().contains("not there"));
            append("back again\n");
            assertThat(take(following, 1)).containsExactly("back again");
        }
    }

    @Test
    void theEndOfAnEmptyFileIsAPlaceThatTheFirstLineComesAfter() throws Exception {
        append("");
        FileLogSource source = source(0, LineFormat.RAW);
        LogPosition end = source.tail(10, 1 << 20).end();
        append("first\n");
        try (LogFollowing following = source.follow(end)) {
            assertThat(take(following, 1)).containsExactly("first");
        }
        assertThat(texts(source.search(search(end, 10)))).containsExactly("first");
    }

    @Test
    void aPlaceHoldsWhenItsFileWasRotatedMeanwhile() throws Exception {
        append("a first line of its own\nb\nc\n");
        FileLogSource source = source(2, LineFormat.RAW);
        LogPosition after = source.tail(2, 1 << 20).lines().getFirst().after();
        Files.move(file, directory.resolve("app.log.2"));
        Files.writeString(directory.resolve("app.log.1"), "d\n");
        append("e\n");
        assertThat(texts(source.search(search(after, 10)))).containsExactly("c", "d", "e");
        try (LogFollowing following = source.follow(after)) {
            assertThat(take(following, 3)).containsExactly("c", "d", "e");
        }
        Files.delete(directory.resolve("app.log.2"));
        assertThat(texts(source.search(search(after, 10)))).containsExactly("d", "e");
    }

    private void beginAnew() throws IOException {
        try (var left = Files.list(directory)) {
            for (Path each : left.toList()) {
                Files.delete(each);
            }
        }
        append("first\n");
    }

    @Test
    void whoFollowsALogThatRotatesGetsEveryLineOnce() {
        Property.holds(20, random -> {
            beginAnew();
            // Of so many files none is dropped before it is read.
            int lines = 100 + random.nextInt(100);
            int linesAFile = 5 + random.nextInt(20);
            int rotated = lines / linesAFile + 2;
            LogPosition first = source(0, LineFormat.RAW).tail(1, 1000).end();
            RotatingWriter writer = new RotatingWriter(file, lines, linesAFile, rotated, random);
            try (LogFollowing following =
                    source(writer.around(host), rotated, LineFormat.RAW).follow(first)) {
                assertThat(take(following, lines)).isEqualTo(RotatingWriter.lines(0, lines));
            }
        });
    }

    @Test
    void pagesOfALogThatRotatesGiveEveryLineOnce() {
        Property.holds(20, random -> {
            beginAnew();
            int lines = 100 + random.nextInt(100);
            int linesAFile = 5 + random.nextInt(20);
            int rotated = lines / linesAFile + 2;
            LogPosition after = source(0, LineFormat.RAW).tail(1, 1000).end();
            RotatingWriter writer = new RotatingWriter(file, lines, linesAFile, rotated, random);
            FileLogSource source = source(writer.around(host), rotated, LineFormat.RAW);
            List<String> read = new ArrayList<>();
            while (read.size() < lines) {
                LogPage page = source.search(search(after, 1 + random.nextInt(50)));
                read.addAll(texts(page));
                after = page.end();
            }
            assertThat(read).isEqualTo(RotatingWriter.lines(0, lines));
        });
    }

    @Test
    void readsALogWhoseFirstRotationComesAmongTheLooksForItsFiles() throws IOException {
        beginAnew();
        // A line is written before its rotated file is looked for, and the log renamed afterwards.
        Random oneStepTwice = new Random() {
            private int calls;

            @Override
            public int nextInt(int bound) {
                calls++;
                return calls <= 2 ? 1 : 0;
            }
        };
        RotatingWriter writer = new RotatingWriter(file, 2, 1, 1, oneStepTwice);

        LogPage end = source(writer.around(host), 1, LineFormat.RAW).tail(10, 1 << 20);

        assertThat(texts(end)).containsExactly("first", "0 a line of the log");
    }

    @Test
    void theEndOfALogThatRotatesHasNoGap() {
        Property.holds(20, random -> {
            beginAnew();
            RotatingWriter writer = new RotatingWriter(file, 600, 60, 12, random);
            FileLogSource source = source(writer.around(host), 12, LineFormat.RAW);
            boolean isOver;
            do {
                isOver = writer.isDone();
                List<String> end = new ArrayList<>(texts(source.tail(70, 1 << 20)));
                end.remove("first");
                int from = end.isEmpty() ? 0 : Integer.parseInt(end.getFirst().split(" ", 2)[0]);
                assertThat(end).isEqualTo(RotatingWriter.lines(from, from + end.size()));
                assertThat(from == 0 || end.size() == 70).isTrue();
            } while (!isOver);
        });
    }

    @Test
    void losesAndDoublesNothingOverALinkThatIsCut() throws Exception {
        append("start\n");
        try (TestSshServer server = new TestSshServer();
                CutProxy cable = new CutProxy(server.port());
                SshConnections connections =
                        new SshConnections(workers, new SshTimeouts(LONG, LONG, LONG, LONG, SHORT, SHORT), null)) {
            Host far = connections.open(
                    TestSshServer.target(cable.port(), new SshCredentials.Password(TestSshServer.PASSWORD)),
                    server.trust());
            FileLogSource source = source(far, 0, LineFormat.RAW);
            try (LogFollowing following = source.follow(source.tail(1, 1000).end())) {
                List<String> taken = new ArrayList<>();
                for (int round = 0; round < 5; round++) {
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < 2000; i++) {
                        text.append("line ").append(round * 2000 + i).append('\n');
                    }
                    append(text.toString());
                    taken.addAll(take(following, 500));
                    cable.cut();
                    cable.heal();
                }
                taken.addAll(take(following, 10_000 - taken.size()));
                assertThat(taken)
                        .isEqualTo(IntStream.range(0, 10_000)
                                .mapToObj(i -> "line " + i)
                                .toList());
            }
            far.close();
        }
    }

    @Test
    void refusesWhatIsNoFile() throws Exception {
        assertThat(refusal(directory)).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(Path.of("/dev/zero"))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(directory.resolve("missing"))).isEqualTo(PlatformError.NOT_FOUND);
        Path pipe = directory.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        assertThat(refusal(pipe)).isEqualTo(PlatformError.STATE_INVALID);
        append("x\n");
        AppException place = catchThrowableOfType(
                AppException.class, () -> source(0, LineFormat.RAW).follow(new LogPosition("elsewhere")));
        assertThat(place.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
    }

    private Object refusal(Path path) {
        FileLogSource source = new FileLogSource(
                new FileLogSource.Origin("x", () -> host, path.toString(), 0, LineFormat.RAW, TIMES), workers);
        return catchThrowableOfType(AppException.class, source::check).errorCode();
    }
}
