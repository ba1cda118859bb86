package dev.wheelhouse.core.logs.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.WrittenLog;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Property;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MergedSourceTest {

    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Workers workers = new Workers();
    private final LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.fixed(START, ZoneOffset.UTC));

    @AfterEach
    void stop() {
        workers.close();
    }

    private WrittenLog log(String name) {
        return new WrittenLog(name, workers);
    }

    private MergedSource merged(WrittenLog... logs) {
        List<NamedSource> named = new ArrayList<>();
        for (WrittenLog each : logs) {
            named.add(new NamedSource(each.name(), each));
        }
        return MergedSource.of("all", named, workers, times);
    }

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    private static List<String> texts(List<PlacedLine> lines) {
        return lines.stream().map(each -> each.line().text()).toList();
    }

    private static LogSearch search(@Nullable LogPosition after, int limit) {
        return new LogSearch(LogFilter.ALL, null, null, after, limit);
    }

    @Test
    void ordersByTimeAndNamesEachLinesLog() {
        WrittenLog web = log("web").write(at(1), "a").write(at(4), "d");
        WrittenLog api = log("api").write(at(2), "b").write(at(3), "c");
        LogPage page = merged(web, api).tail(10, 1 << 20);
        assertThat(texts(page.lines())).containsExactly("a", "b", "c", "d");
        assertThat(page.lines()).extracting(each -> each.line().instance()).containsExactly("web", "api", "api", "web");
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void aLineWithoutATimeStaysBehindItsForerunner() {
        WrittenLog web =
                log("web").write(at(1), "boom").write((Instant) null, "  at x").write(at(9), "z");
        WrittenLog api = log("api").write(at(2), "b");
        assertThat(texts(merged(web, api).tail(10, 1 << 20).lines())).containsExactly("boom", "  at x", "b", "z");
    }

    @Test
    void readsTheTimeFromTheTextOfALogThatKnowsNone() {
        WrittenLog web = log("web").write((Instant) null, "2026-11-22T10:00:01Z one");
        WrittenLog api = log("api").write(at(0), "zero").write(at(2000), "two");
        assertThat(texts(merged(web, api).tail(10, 1 << 20).lines()))
                .containsExactly("zero", "2026-11-22T10:00:01Z one", "two");
    }

    @Test
    void tailGivesTheNewestAndFollowGoesOnBehindEachOfThem() throws Exception {
        WrittenLog web = log("web");
        WrittenLog api = log("api");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            (i % 3 == 0 ? web : api).write(at(i), "line " + i);
            expected.add("line " + i);
        }
        MergedSource all = merged(web, api);
        LogPage page = all.tail(10, 1 << 20);
        assertThat(texts(page.lines())).isEqualTo(expected.subList(90, 100));
        assertThat(page.hasMore()).isTrue();
        for (int i = 0; i < 10; i++) {
            LogPage rest = all.search(search(page.lines().get(i).after(), 100));
            assertThat(texts(rest.lines())).isEqualTo(expected.subList(91 + i, 100));
        }
        assertThat(all.search(search(page.end(), 100)).lines()).isEmpty();
    }

    @Test
    void theLongestTailMayBeOfOneLogAlone() {
        WrittenLog web = log("web");
        for (int i = 0; i < 10_002; i++) {
            web.write(at(i), "line " + i);
        }
        LogPage page = merged(web, log("api")).tail(10_000, 1 << 20);
        assertThat(page.lines()).hasSize(10_000);
        assertThat(page.lines().getFirst().line().text()).isEqualTo("line 2");
        assertThat(page.hasMore()).isTrue();
    }

    @Test
    void cutsATailByItsBytes() {
        WrittenLog web = log("web").write(at(1), "x".repeat(100)).write(at(2), "y".repeat(100));
        LogPage page = merged(web, log("api")).tail(10, 150);
        assertThat(texts(page.lines())).containsExactly("y".repeat(100));
        assertThat(page.hasMore()).isTrue();
    }

    @Test
    void aTailOfLongLinesHasNoGapAndAllThatThereIsRoomFor() {
        long most = 1 << 20;
        Property.holds(30, random -> {
            List<WrittenLog> written = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                written.add(log("log-" + i));
            }
            for (int i = 0; i < 120; i++) {
                String text = i + " " + "x".repeat(random.nextInt(60_000));
                // One of them has most of the lines.
                written.get(random.nextInt(3) == 0 ? random.nextInt(6) : 0).write(at(i), text);
                expected.add(text);
            }
            int wanted = 1 + random.nextInt(120);
            int from = expected.size();
            long bytes = 0;
            while (expected.size() - from < wanted
                    && from > 0
                    && bytes + expected.get(from - 1).length() + 1 <= most) {
                bytes += expected.get(--from).length() + 1L;
            }
            LogPage page = merged(written.toArray(new WrittenLog[0])).tail(wanted, most);
            assertThat(texts(page.lines())).isEqualTo(expected.subList(from, expected.size()));
        });
    }

    @Test
    void pagesGiveEveryLineOnceInOrder() {
        Property.holds(40, random -> {
            int logs = 1 + random.nextInt(6);
            List<WrittenLog> written = new ArrayList<>();
            List<LogLine> expected = new ArrayList<>();
            for (int i = 0; i < logs; i++) {
                written.add(log("log-" + i));
            }
            for (int i = 0; i < 400; i++) {
                LogLine line = new LogLine(at(i), LogStream.STDOUT, null, "line " + i);
                written.get(anyLog(random, logs, i)).write(line);
                expected.add(line);
            }
            MergedSource all = merged(written.toArray(new WrittenLog[0]));
            List<String> read = new ArrayList<>();
            LogPosition after = null;
            boolean hasMore = true;
            while (hasMore) {
                LogPage page = all.search(search(after, 1 + random.nextInt(150)));
                read.addAll(texts(page.lines()));
                after = page.end();
                hasMore = page.hasMore();
            }
            assertThat(read).isEqualTo(expected.stream().map(LogLine::text).toList());
        });
    }

    private static int anyLog(Random random, int logs, int line) {
        // Long stretches of one log, so that the pages of the others are used up at different times.
        return line % 50 < 25 ? line / 50 % logs : random.nextInt(logs);
    }

    @Test
    void oneLogThatFailsIsToldAndTheOthersAreRead() {
        WrittenLog web = log("web").write(at(1), "a");
        WrittenLog gone =
                log("api").fail(new AppException(PlatformError.UPSTREAM_FAILED, "The server db-1 does not answer."));
        LogPage page = merged(web, gone).tail(10, 1 << 20);
        assertThat(texts(page.lines())).containsExactly("a");
        assertThat(page.notice()).isEqualTo("api: The server db-1 does not answer.");
        AppException alone =
                catchThrowableOfType(AppException.class, () -> merged(gone).tail(10, 1 << 20));
        assertThat(alone.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
    }

    @Test
    void followsInOrderWhatComesInDisorder() throws Exception {
        WrittenLog web = log("web");
        WrittenLog api = log("api");
        try (LogFollowing following = merged(web, api).follow(null, Duration.ofSeconds(5))) {
            // Only what is written once both are followed comes "from now on".
            Awaiting.until(() -> web.followers() == 1 && api.followers() == 1);
            web.write(at(20), "second");
            api.write(at(10), "first").write(at(30), "third");
            web.write(at(40), "fourth");
            assertThat(take(following, 3)).containsExactly("first", "second", "third");
        }
    }

    private static List<String> take(LogFollowing following, int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        while (taken.size() < count && !following.isEnded()) {
            following.next(LONG).forEach(each -> taken.add(each.line().text()));
        }
        return taken;
    }

    @Test
    void givesALineOutThoughTheOtherLogIsSilent() throws Exception {
        WrittenLog web = log("web").write(at(1), "a");
        WrittenLog api = log("api").write(at(2), "b");
        MergedSource all = merged(web, api);
        try (LogFollowing following = all.follow(all.tail(10, 1 << 20).end())) {
            web.write(at(3), "c");
            assertThat(take(following, 1)).containsExactly("c");
        }
    }

    @Test
    void readsALogThatWasEmptyFromItsFirstLine() throws Exception {
        WrittenLog web = log("web").write(at(1), "a");
        WrittenLog api = log("api");
        MergedSource all = merged(web, api);
        LogPage page = all.tail(10, 1 << 20);
        api.write(at(2), "b");
        try (LogFollowing following = all.follow(page.end())) {
            assertThat(take(following, 1)).containsExactly("b");
        }
    }

    @Test
    void oneLogThatEndsForGoodDoesNotEndTheOthers() throws Exception {
        WrittenLog web = log("web").write(at(1), "a");
        WrittenLog api = log("api").write(at(1), "b");
        MergedSource all = merged(web, api);
        try (LogFollowing following = all.follow(all.tail(10, 1 << 20).end())) {
            api.fail(new AppException(PlatformError.NOT_FOUND, "There is no container api."));
            Awaiting.until(() -> following.notice().equals("api: There is no container api."));
            web.write(at(2), "c");
            assertThat(take(following, 1)).containsExactly("c");
            web.fail(new AppException(PlatformError.NOT_FOUND, "There is no container web."));
            AppException gone = catchThrowableOfType(AppException.class, () -> {
                while (true) {
                    following.next(LONG);
                }
            });
            assertThat(gone.errorCode()).isEqualTo(PlatformError.NOT_FOUND);
            assertThat(following.isEnded()).isTrue();
        }
    }

    @Test
    void fiftyLogsLoseNothingAndTheirPlaceIsShort() throws Exception {
        List<WrittenLog> logs = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            logs.add(log("replica-" + i).write(at(0), "begin " + i));
        }
        MergedSource all = merged(logs.toArray(new WrittenLog[0]));
        LogPage page = all.tail(1000, 1 << 20);
        assertThat(page.lines()).hasSize(50);
        assertThat(Objects.requireNonNull(page.end()).text())
                .hasSizeLessThan(LogPosition.LONGEST_MERGED)
                .matches("[!-~]+");
        int each = 400;
        try (LogFollowing following = all.follow(page.end(), Duration.ofMillis(50))) {
            for (int i = 0; i < each; i++) {
                for (WrittenLog log : logs) {
                    log.write(at(i), log.name() + " " + i);
                }
            }
            List<String> taken = take(following, 50 * each);
            assertThat(taken).hasSize(50 * each).doesNotHaveDuplicates();
            assertThat(taken.stream().filter(line -> line.startsWith("replica-7 ")))
                    .isSortedAccordingTo(
                            Comparator.comparingInt(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1))));
        }
    }

    @Test
    void refusesAPlaceThatIsNotItsOwn() {
        MergedSource all = merged(log("web"), log("api"));
        for (String text : List.of("n5", "m2,%%%", "m2,AAAA", "m1,nothing")) {
            AppException refused =
                    catchThrowableOfType(AppException.class, () -> all.search(search(new LogPosition(text), 10)));
            assertThat(refused.errorCode()).as(text).isEqualTo(PlatformError.VALIDATION_FAILED);
        }
    }

    @Test
    void refusesTwoLogsOfOneName() {
        assertThatThrownBy(() -> merged(log("web"), log("web"))).isInstanceOf(IllegalArgumentException.class);
    }
}
