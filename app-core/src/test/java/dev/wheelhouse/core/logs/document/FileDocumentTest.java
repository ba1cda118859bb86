package dev.wheelhouse.core.logs.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDocumentTest {

    private static final LineTimes TIMES =
            new LineTimes(ZoneOffset.UTC, Clock.fixed(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC));

    private final Workers workers = new Workers();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        workers.close();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("app.log"), text, UTF_8);
    }

    private FileDocument open(Path file) {
        return open(file, LineFormat.RAW);
    }

    private FileDocument open(Path file, LineFormat format) {
        return FileDocument.open("app.log", file, format, DocumentOrigin.FILE, TIMES, workers);
    }

    private static void awaitCounted(LogDocument document, long lines) throws Exception {
        Awaiting.until(() -> document.isComplete() && document.count() == lines);
    }

    private static List<String> texts(List<DocumentLine> lines) {
        return lines.stream().map(DocumentLine::text).toList();
    }

    @Test
    void aTimeWithoutAYearIsAtMostTheFilesLastChange() throws Exception {
        Path file =
                file("Dec 31 23:59:59 web-1 cron: a\nJan  1 00:00:02 web-1 cron: b\nMar 20 10:00:00 web-1 cron: c\n");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2025-03-20T10:00:00Z")));
        try (FileDocument document = open(file)) {
            assertThat(document.last(3))
                    .extracting(DocumentLine::time)
                    .containsExactly(
                            Instant.parse("2024-12-31T23:59:59Z"),
                            Instant.parse("2025-01-01T00:00:02Z"),
                            Instant.parse("2025-03-20T10:00:00Z"));
            assertThat(document.lineAt(Instant.parse("2025-01-01T00:00:00Z")))
                    .map(DocumentLine::text)
                    .hasValue("Jan  1 00:00:02 web-1 cron: b");
        }
    }

    private static LogFilter including(String text) {
        return new LogFilter(List.of(new LogPattern(text, false, true)), List.of(), Set.of());
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, UTF_8, StandardOpenOption.APPEND);
    }

    @Test
    void everyLineIsFoundByItsNumberAndItsPlace() {
        Property.holds(60, random -> {
            List<String> lines = anyLines(random);
            boolean ends =
                    lines.isEmpty() || random.nextBoolean() || lines.getLast().isEmpty();
            Path file = file(String.join("\n", lines) + (lines.isEmpty() || !ends ? "" : "\n"));
            try (FileDocument document = open(file)) {
                awaitCounted(document, lines.size());
                int first = lines.isEmpty() ? 0 : random.nextInt(lines.size());
                int count = random.nextInt(200);
                List<String> expected = lines.subList(first, Math.min(lines.size(), first + count));
                List<DocumentLine> rows = document.rows(first, count);
                assertThat(texts(rows)).isEqualTo(expected);
                for (int i = 0; i < rows.size(); i++) {
                    assertThat(rows.get(i).number()).isEqualTo(first + i);
                }
                int last = Math.max(0, lines.size() - count);
                assertThat(texts(document.last(count))).isEqualTo(lines.subList(last, lines.size()));
                if (!rows.isEmpty()) {
                    long offset = rows.getFirst().offset();
                    assertThat(texts(document.from(offset, count))).isEqualTo(expected);
                    assertThat(texts(document.before(offset, count)))
                            .isEqualTo(lines.subList(Math.max(0, first - count), first));
                }
            }
        });
    }

    private static List<String> anyLines(Random random) {
        List<String> lines = new ArrayList<>();
        int count = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextInt(4000);
        int longest = 1 + random.nextInt(random.nextInt(4) == 0 ? 3000 : 90);
        for (int i = 0; i < count; i++) {
            lines.add(i + " é".repeat(random.nextInt(2)) + "x".repeat(random.nextInt(longest)));
        }
        return lines;
    }

    @Test
    void aFilterFindsWhatALoopFinds() {
        Property.holds(40, random -> {
            List<String> lines = anyLines(random);
            Path file = file(String.join("\n", lines));
            String wanted = String.valueOf(random.nextInt(30));
            LogPattern pattern = new LogPattern(wanted + (random.nextBoolean() ? "[0-9]?x" : ""), true, true);
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                if (java.util.regex.Pattern.compile(pattern.text())
                        .matcher(lines.get(i))
                        .find()) {
                    numbers.add((long) i);
                }
            }
            try (FileDocument document = open(file);
                    FilteredLines filtered = document.filtered(new LogFilter(List.of(pattern), List.of(), Set.of()))) {
                Awaiting.until(filtered::isComplete);
                awaitCounted(document, lines.size());
                assertThat(filtered.count()).isEqualTo(numbers.size());
                int first = numbers.isEmpty() ? 0 : random.nextInt(numbers.size());
                List<DocumentLine> rows = filtered.rows(first, 50);
                assertThat(rows.stream().map(DocumentLine::number))
                        .isEqualTo(numbers.subList(first, Math.min(numbers.size(), first + 50)));
                for (DocumentLine each : rows) {
                    assertThat(each.text()).isEqualTo(lines.get((int) each.number()));
                    assertThat(filtered.rowOf(each.number())).isEqualTo(numbers.indexOf(each.number()));
                }
                ByteArrayOutputStream copy = new ByteArrayOutputStream();
                assertThat(document.copy(filtered, copy)).isEqualTo(numbers.size());
                assertThat(copy.toString(UTF_8).lines().count()).isEqualTo(numbers.size());
            }
        });
    }

    @Test
    void searchesForwardAndBackward() throws Exception {
        String text = String.join(
                "\n",
                IntStream.range(0, 100_000).mapToObj(i -> "line " + i + "x").toList());
        try (FileDocument document = open(file(text))) {
            awaitCounted(document, 100_000);
            LogPattern nines = new LogPattern("999x", false, true);
            DocumentLine first = document.findFrom(0, nines).orElseThrow();
            assertThat(first.number()).isEqualTo(999);
            DocumentLine second = document.findFrom(first.offset() + first.length() + 1, nines)
                    .orElseThrow();
            assertThat(second.number()).isEqualTo(1999);
            assertThat(document.findBefore(second.offset(), nines)).contains(first);
            assertThat(document.findBefore(Long.MAX_VALUE, nines).orElseThrow().number())
                    .isEqualTo(99_999);
            assertThat(document.findFrom(0, new LogPattern("nowhere", false, true)))
                    .isEmpty();
            assertThat(document.findBefore(Long.MAX_VALUE, new LogPattern("^nowhere", true, true)))
                    .isEmpty();
        }
    }

    @Test
    void cancelsASearchByAnInterrupt() throws Exception {
        try (FileDocument document = open(file("x\n".repeat(1000)))) {
            FutureTask<AppException> task = new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                return catchThrowableOfType(
                        AppException.class, () -> document.findFrom(0, new LogPattern("y", false, true)));
            });
            Thread.ofVirtual().start(task);
            assertThat(task.get().errorCode()).isEqualTo(PlatformError.CANCELLED);
        }
    }

    @Test
    void growsWithItsFileAndItsFiltersWithIt() throws Exception {
        Path file = file("one\ntwo");
        AtomicInteger told = new AtomicInteger();
        try (FileDocument document = open(file);
                FilteredLines filtered = document.filtered(including("o"))) {
            document.onChange(told::incrementAndGet);
            awaitCounted(document, 2);
            Awaiting.until(() -> filtered.count() == 2);
            append(file, " more\nthree\nfour\n");
            awaitCounted(document, 4);
            Awaiting.until(() -> filtered.count() == 3);
            assertThat(texts(document.rows(0, 9))).containsExactly("one", "two more", "three", "four");
            assertThat(texts(filtered.rows(0, 9))).containsExactly("one", "two more", "four");
            Awaiting.until(() -> told.get() > 0);
        }
    }

    @Test
    void aTruncatedFileBeginsAnew() throws Exception {
        Path file = file("old\n".repeat(1000));
        try (FileDocument document = open(file);
                FilteredLines filtered = document.filtered(including("new"))) {
            awaitCounted(document, 1000);
            long generation = document.state().generation();
            Files.writeString(file, "new 1\nnew 2\n");
            awaitCounted(document, 2);
            assertThat(document.state().generation()).isGreaterThan(generation);
            assertThat(document.state().notice()).contains("truncated");
            Awaiting.until(() -> filtered.count() == 2);
            assertThat(texts(filtered.rows(0, 9))).containsExactly("new 1", "new 2");
        }
    }

    @Test
    void aRotatedFileIsFollowedOn() throws Exception {
        Path file = file("a\nb without end");
        try (FileDocument document = open(file)) {
            awaitCounted(document, 2);
            Path rotated = Files.move(file, directory.resolve("app.log.1"));
            append(rotated, ", late");
            Files.writeString(file, "c\nd\n");
            awaitCounted(document, 4);
            assertThat(texts(document.rows(0, 9))).containsExactly("a", "b without end, late", "c", "d");
            assertThat(document.state().notice()).contains("rotated");
            append(file, "e\n");
            awaitCounted(document, 5);
            assertThat(texts(document.last(2))).containsExactly("d", "e");
        }
    }

    @Test
    void aDeletedFileIsStillShown() throws Exception {
        Path file = file("a\nb\n");
        try (FileDocument document = open(file)) {
            awaitCounted(document, 2);
            Files.delete(file);
            Awaiting.until(() -> document.state().notice().contains("deleted"));
            assertThat(texts(document.rows(0, 9))).containsExactly("a", "b");
        }
    }

    @Test
    void showsBinaryDataAndBrokenUtf8() throws Exception {
        Path file = directory.resolve("app.log");
        byte[] bytes = new byte[200_000];
        new Random(7).nextBytes(bytes);
        Files.write(file, bytes);
        long breaks =
                IntStream.range(0, bytes.length).filter(i -> bytes[i] == '\n').count();
        try (FileDocument document = open(file)) {
            awaitCounted(document, breaks + (bytes[bytes.length - 1] == '\n' ? 0 : 1));
            assertThat(document.rows(0, 50)).hasSize(50);
            assertThat(document.counts().lines()).hasSize(LogLevel.values().length);
        }
        Files.write(file, new byte[] {'a', (byte) 0xff, 'b', '\n'});
        try (FileDocument document = open(file)) {
            assertThat(texts(document.last(5))).containsExactly("a\ufffdb");
        }
    }

    @Test
    void cutsALineOfAMegabyteAndGivesAllOfIt() throws Exception {
        String huge = "é".repeat(1 << 20);
        try (FileDocument document = open(file("a\n" + huge + "\nb\n"));
                FilteredLines filtered = document.filtered(including("b"))) {
            awaitCounted(document, 3);
            DocumentLine line = document.rows(1, 1).getFirst();
            assertThat(line.length()).isEqualTo(2L << 20);
            assertThat(line.isCut()).isTrue();
            assertThat(line.text()).hasSize(LogDocument.LONGEST_SHOWN);
            assertThat(document.wholeText(line)).isEqualTo(huge);
            assertThat(texts(document.rows(2, 1))).containsExactly("b");
            assertThat(document.last(2).getFirst().length()).isEqualTo(2L << 20);
            Awaiting.until(filtered::isComplete);
            assertThat(texts(filtered.rows(0, 9))).containsExactly("b");
        }
    }

    @Test
    void aLineBeyondTheLongestBufferCountsAsOne() throws Exception {
        Path file = file("a\n" + "x".repeat(9 << 20) + "\nb\n");
        try (FileDocument document = open(file);
                FilteredLines filtered = document.filtered(including("b"))) {
            awaitCounted(document, 3);
            Awaiting.until(filtered::isComplete);
            assertThat(filtered.rows(0, 9).getFirst().number()).isEqualTo(2);
            assertThat(document.rows(1, 1).getFirst().length()).isEqualTo(9L << 20);
        }
    }

    @Test
    void opensASparseFileOfManyGigabytes() throws Exception {
        Path file = directory.resolve("app.log");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(64L << 30);
            sparse.seek((64L << 30) - 10);
            sparse.write("\none\ntwo\n".getBytes(UTF_8));
            sparse.setLength((64L << 30) - 1);
        }
        try (FileDocument document = open(file)) {
            assertThat(texts(document.last(2))).containsExactly("one", "two");
            assertThat(document.state().isCounted()).isFalse();
            assertThat(document.last(2).getFirst().number()).isEqualTo(DocumentLine.UNKNOWN);
        }
    }

    @Test
    void readsTimeStreamAndInstanceOfCriLines() throws Exception {
        Path file = file("""
            2026-11-22T10:00:00.5Z stdout F:api-1 INFO ready
            2026-11-22T10:00:01Z stderr F:api%202 stdout is no part of this
            - stdout F unknown
            """);
        try (FileDocument document = open(file, LineFormat.CRI);
                FilteredLines filtered = document.filtered(including("stdout"))) {
            awaitCounted(document, 3);
            List<DocumentLine> lines = document.rows(0, 9);
            assertThat(texts(lines)).containsExactly("INFO ready", "stdout is no part of this", "unknown");
            assertThat(lines).extracting(DocumentLine::instance).containsExactly("api-1", "api 2", null);
            assertThat(lines.get(0).time()).isEqualTo("2026-11-22T10:00:00.5Z");
            assertThat(lines.get(1).stream()).isEqualTo(LogStream.STDERR);
            assertThat(lines.get(2).time()).isNull();
            Awaiting.until(filtered::isComplete);
            assertThat(texts(filtered.rows(0, 9))).containsExactly("stdout is no part of this");
        }
    }

    @Test
    void countsLevelsWithTheirTraces() throws Exception {
        Path file = file("INFO a\nERROR b\njava.io.IOException: c\n\tat d\nWARN e\nf");
        try (FileDocument document = open(file)) {
            Awaiting.until(() -> document.counts().isComplete());
            LevelCounts counts = document.counts();
            assertThat(counts.of(LogLevel.ERROR)).isEqualTo(3);
            assertThat(counts.of(LogLevel.INFO)).isEqualTo(1);
            assertThat(counts.of(LogLevel.WARN)).isEqualTo(1);
            assertThat(counts.of(LogLevel.NONE)).isEqualTo(1);
            append(file, "\nFATAL g\n");
            Awaiting.until(() -> document.counts().of(LogLevel.FATAL) == 1);
            assertThat(document.span(2)).contains(new LineSpan(1, 3));
            assertThat(document.span(0)).isEmpty();
            assertThat(document.rows(3, 1).getFirst().level()).isEqualTo(LogLevel.ERROR);
            assertThat(document.rows(3, 1).getFirst().continued()).isTrue();
        }
    }

    @Test
    void jumpsToATime() {
        Property.holds(30, random -> {
            Instant start = Instant.parse("2026-11-22T10:00:00Z");
            StringBuilder text = new StringBuilder("no time yet\n");
            List<Instant> times = new ArrayList<>();
            Instant time = start;
            for (int i = random.nextInt(5000); i >= 0; i--) {
                time = time.plusSeconds(random.nextInt(3));
                times.add(time);
                text.append(time).append(" line\n").repeat("  at frame\n", random.nextInt(3));
            }
            Instant wanted = start.plusSeconds(random.nextInt(6000) - 500);
            Instant expected = times.stream()
                    .filter(each -> !each.isBefore(wanted))
                    .findFirst()
                    .orElse(times.getLast());
            try (FileDocument document = open(file(text.toString()))) {
                Optional<DocumentLine> line = document.lineAt(wanted);
                assertThat(line.orElseThrow().time()).isEqualTo(expected);
                long before = line.get().offset();
                assertThat(document.before(before, 5)).allSatisfy(each -> {
                    if (each.time() != null && expected.compareTo(wanted) >= 0) {
                        assertThat(each.time()).isBefore(wanted);
                    }
                });
            }
        });
        Property.holds(1, _ -> {
            try (FileDocument document = open(file("no\ntimes\n"))) {
                assertThat(document.lineAt(Instant.EPOCH)).isEmpty();
            }
        });
    }

    @Test
    void aFilterThatTakesTooLongOnALineSaysSo() throws Exception {
        try (FileDocument document = open(file("ok c\n" + "a".repeat(60) + "\n"));
                FilteredLines filtered = document.filtered(
                        new LogFilter(List.of(new LogPattern("(.*a){25}(?=c)|ok", true, true)), List.of(), Set.of()))) {
            Awaiting.until(() -> filtered.failure() != null);
            assertThat(Objects.requireNonNull(filtered.failure()).errorCode())
                    .isEqualTo(PlatformError.VALIDATION_FAILED);
        }
    }

    @Test
    void anEmptyFileAndOneThatIsNotThere() throws Exception {
        try (FileDocument document = open(file(""))) {
            awaitCounted(document, 0);
            assertThat(document.last(10)).isEmpty();
            assertThat(document.rows(0, 10)).isEmpty();
            assertThat(document.lineAt(Instant.EPOCH)).isEmpty();
        }
        AppException missing = catchThrowableOfType(AppException.class, () -> open(directory.resolve("missing.log")));
        assertThat(missing.errorCode()).isEqualTo(PlatformError.NOT_FOUND);
    }

    @Test
    void onceClosedItHasNoLines() throws Exception {
        FileDocument document = open(file("a\nb\n"));
        FilteredLines filtered = document.filtered(including("a"));
        awaitCounted(document, 2);
        document.close();
        assertThat(document.count()).isZero();
        assertThat(document.rows(0, 5)).isEmpty();
        assertThat(filtered.rows(0, 5)).isEmpty();
    }

    @Test
    void aSetOfRowsKnowsEveryRank() {
        Property.holds(60, random -> {
            RowSet rows = new RowSet();
            List<Long> expected = new ArrayList<>();
            long number = 0;
            int dense = 1 + random.nextInt(random.nextBoolean() ? 3 : 3000);
            for (int i = random.nextInt(30_000); i > 0; i--) {
                number += 1 + random.nextInt(dense);
                rows.add(number);
                expected.add(number);
            }
            assertThat(rows.count()).isEqualTo(expected.size());
            for (int i = 0; i < 200 && !expected.isEmpty(); i++) {
                int rank = random.nextInt(expected.size());
                assertThat(rows.get(rank)).isEqualTo(expected.get(rank));
                assertThat(rows.rank(expected.get(rank))).isEqualTo(rank);
                assertThat(rows.rank(expected.get(rank) + 1)).isEqualTo(rank + 1);
            }
        });
    }

    @Test
    void anIndexWhoseBlocksGrowFindsTheSameLines() {
        Property.holds(30, random -> {
            LineIndex index = new LineIndex(4, 8);
            byte[] bytes = new byte[random.nextInt(3000)];
            List<Integer> breaks = new ArrayList<>();
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(6) == 0 ? '\n' : 'x');
                if (bytes[i] == '\n') {
                    breaks.add(i);
                }
            }
            for (int at = 0; at < bytes.length; ) {
                int part = Math.min(bytes.length - at, 1 + random.nextInt(300));
                index.add(java.util.Arrays.copyOfRange(bytes, at, at + part), part);
                at += part;
            }
            assertThat(index.breaks()).isEqualTo(breaks.size());
            for (int i = 0; i < breaks.size(); i++) {
                LineIndex.Block block = index.holding(i);
                int place = Newlines.nth(bytes, (int) block.start(), (int) block.end(), i - block.breaksBefore());
                assertThat(place).isEqualTo(breaks.get(i));
            }
        });
    }
}
