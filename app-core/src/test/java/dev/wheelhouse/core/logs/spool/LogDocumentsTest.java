package dev.wheelhouse.core.logs.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.WrittenLog;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.merge.MergedSource;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDocumentsTest {

    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

    private final Workers workers = new Workers();
    private final LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.fixed(START, ZoneOffset.UTC));

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        workers.close();
    }

    private LogDocuments documents(long mostBytes) {
        return new LogDocuments(directory.resolve("spool"), mostBytes, times, workers);
    }

    private static WrittenLog write(WrittenLog log, int from, int to) {
        for (int i = from; i < to; i++) {
            log.write(START.plusMillis(i), "line " + i);
        }
        return log;
    }

    private static void awaitLines(LogDocument document, long lines) throws Exception {
        Awaiting.until(() -> document.isComplete() && document.count() == lines);
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("spool"))) {
            return files.count();
        }
    }

    @Test
    void showsTheNewestLinesThenWhatComesAndAllOfItWhenAsked() throws Exception {
        WrittenLog log = write(new WrittenLog("api", workers), 0, 25_000);
        LogDocuments documents = documents(1 << 30);
        try (LogDocument document = documents.open(log)) {
            awaitLines(document, 10_000);
            assertThat(document.state().isFromStart()).isFalse();
            assertThat(document.rows(0, 1).getFirst().text()).isEqualTo("line 15000");
            write(log, 25_000, 25_100);
            awaitLines(document, 10_100);
            document.loadEverything();
            awaitLines(document, 25_100);
            assertThat(document.state().isFromStart()).isTrue();
            write(log, 25_100, 25_200);
            awaitLines(document, 25_200);
            List<DocumentLine> last = document.last(1000);
            assertThat(last.getLast().text()).isEqualTo("line 25199");
            assertThat(document.rows(0, 1).getFirst().text()).isEqualTo("line 0");
        }
        Awaiting.until(() -> files() == 0);
        documents.close();
    }

    @Test
    void losesNothingOfAFastLog() throws Exception {
        WrittenLog log = new WrittenLog("api", workers);
        try (LogDocument document = documents(1 << 30).open(log)) {
            write(log, 0, 100_000);
            awaitLines(document, 100_000);
            for (int i = 0; i < 100_000; i += 9_973) {
                assertThat(document.rows(i, 1).getFirst().text()).isEqualTo("line " + i);
            }
        }
    }

    @Test
    void dropsTheOldestHalfWhenFullAndSaysSo() throws Exception {
        WrittenLog log = new WrittenLog("api", workers);
        try (LogDocument document = documents(1 << 20).open(log)) {
            write(log, 0, 60_000);
            Awaiting.until(() -> !document.last(1).isEmpty()
                    && document.last(1).getFirst().text().equals("line 59999"));
            Awaiting.until(document::isComplete);
            assertThat(document.state().notice()).contains("Only the newest 1 MiB");
            assertThat(document.state().bytes()).isLessThanOrEqualTo(2 << 20);
            List<DocumentLine> lines = document.last(1000);
            assertThat(lines.getFirst().text()).isEqualTo("line 59000");
        }
    }

    @Test
    void mergesLogsByTimeAndHidesOneOfThem() throws Exception {
        WrittenLog web = new WrittenLog("web 1", workers).write(START, "a").write(START.plusSeconds(2), "c");
        WrittenLog api =
                new WrittenLog("api", workers).write(new LogLine(START.plusSeconds(1), LogStream.STDERR, "api", "b"));
        MergedSource both = MergedSource.of(
                "both", List.of(new NamedSource("web 1", web), new NamedSource("api", api)), workers, times);
        try (LogDocument document = documents(1 << 30).open(both);
                FilteredLines seen = document.filtered(LogFilter.ALL, Set.of("web 1"))) {
            awaitLines(document, 3);
            assertThat(document.rows(0, 9)).extracting(DocumentLine::instance).containsExactly("web 1", "api", "web 1");
            Awaiting.until(seen::isComplete);
            assertThat(seen.rows(0, 9)).extracting(DocumentLine::text).containsExactly("b");
            assertThat(document.name()).isEqualTo("both");
        }
    }

    @Test
    void saysWhyALogHasEnded() throws Exception {
        WrittenLog log = write(new WrittenLog("api", workers), 0, 3);
        try (LogDocument document = documents(1 << 30).open(log)) {
            log.fail(new AppException(PlatformError.NOT_FOUND, "There is no container api."));
            Awaiting.until(() -> document.state().notice().equals("The log has ended. There is no container api."));
            assertThat(document.last(9)).hasSize(3);
        }
    }

    @Test
    void failsWithItsLogAndDeletesWhatAnEarlierRunLeft() throws Exception {
        Files.createDirectories(directory.resolve("spool"));
        Files.writeString(directory.resolve("spool").resolve("7.log"), "left");
        LogDocuments documents = documents(1 << 30);
        documents.start();
        assertThat(files()).isZero();
        WrittenLog gone = new WrittenLog("api", workers)
                .fail(new AppException(PlatformError.UPSTREAM_FAILED, "The server does not answer."));
        AppException failure = catchThrowableOfType(AppException.class, () -> documents.open(gone));
        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        assertThat(files()).isZero();
    }
}
