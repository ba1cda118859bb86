package dev.wheelhouse.core.logs.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconnectingFollowingTest {

    private static final Backoff QUICK = new Backoff(Duration.ofMillis(1), Duration.ofMillis(5));
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Workers workers = new Workers();

    @AfterEach
    void stop() {
        workers.close();
    }

    private static PlacedLine line(int number) {
        return new PlacedLine(
                new LogLine(null, LogStream.STDOUT, null, "line " + number), new LogPosition(String.valueOf(number)));
    }

    private static int number(@Nullable LogPosition after) {
        return after == null ? 0 : Integer.parseInt(after.text());
    }

    private static List<String> take(ReconnectingFollowing following, int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        while (taken.size() < count && !following.isEnded()) {
            following.next(LONG).forEach(each -> taken.add(each.line().text()));
        }
        return taken;
    }

    private static List<String> lines(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(each -> "line " + each).toList();
    }

    @Test
    void readsOnBehindTheLastLineAfterEachCut() throws Exception {
        LogReading cutting = (after, sink) -> {
            int number = number(after);
            for (int i = 1; i <= 7 && number + i <= 1000; i++) {
                sink.line(line(number + i));
            }
            if (number + 7 >= 1000) {
                return LogReading.Ending.FOR_GOOD;
            }
            throw new IOException("connection reset");
        };
        try (var following = ReconnectingFollowing.start("api", null, cutting, workers, QUICK)) {
            assertThat(take(following, 1000)).isEqualTo(lines(1, 1000));
            Awaiting.until(following::isEnded);
            assertThat(following.next(LONG)).isEmpty();
        }
    }

    @Test
    void waitsForItsReaderInsteadOfLosingLines() throws Exception {
        AtomicInteger put = new AtomicInteger();
        LogReading quick = (_, sink) -> {
            for (int i = 1; i <= 20_000; i++) {
                sink.line(line(i));
                put.set(i);
            }
            return LogReading.Ending.FOR_GOOD;
        };
        try (var following = ReconnectingFollowing.start("api", null, quick, workers, QUICK)) {
            Awaiting.until(() -> put.get() == 4096);
            assertThat(take(following, 20_000)).isEqualTo(lines(1, 20_000));
        }
    }

    @Test
    void saysThatTheLinkIsCutAndUnsaysIt() throws Exception {
        AtomicBoolean cut = new AtomicBoolean(true);
        LogReading reading = (_, sink) -> {
            if (cut.get()) {
                throw new AppException(PlatformError.UPSTREAM_FAILED, "web-1 does not answer.");
            }
            sink.openedAt(new LogPosition("5"));
            new CountDownLatch(1).await();
            return LogReading.Ending.FOR_GOOD;
        };
        try (var following = ReconnectingFollowing.start("api on web-1", null, reading, workers, QUICK)) {
            Awaiting.until(() ->
                    following.notice().equals("The link to api on web-1 is cut; trying again. web-1 does not answer."));
            cut.set(false);
            Awaiting.until(() -> following.notice().isEmpty());
            assertThat(following.isEnded()).isFalse();
        }
    }

    @Test
    void aCutBeforeTheFirstLineReadsOnFromWhereItBegan() throws Exception {
        List<String> begun = java.util.Collections.synchronizedList(new ArrayList<>());
        LogReading reading = (after, sink) -> {
            begun.add(after == null ? "now" : after.text());
            if (after == null) {
                sink.openedAt(new LogPosition("41"));
                throw new IOException("cut");
            }
            sink.line(line(number(after) + 1));
            return LogReading.Ending.FOR_GOOD;
        };
        try (var following = ReconnectingFollowing.start("api", null, reading, workers, QUICK)) {
            assertThat(take(following, 1)).containsExactly("line 42");
            assertThat(begun).containsExactly("now", "41");
        }
    }

    @Test
    void endsForGoodWhenTheLogIsGoneAfterGivingWhatItHad() throws Exception {
        LogReading gone = (_, sink) -> {
            sink.line(line(1));
            throw new AppException(PlatformError.NOT_FOUND, "There is no container api-1.");
        };
        try (var following = ReconnectingFollowing.start("api", null, gone, workers, QUICK)) {
            assertThat(take(following, 1)).containsExactly("line 1");
            AppException told = catchThrowableOfType(AppException.class, () -> following.next(LONG));
            assertThat(told.errorCode()).isEqualTo(PlatformError.NOT_FOUND);
            assertThat(told).hasMessage("There is no container api-1.");
            assertThat(following.isEnded()).isTrue();
        }
    }

    @Test
    void readsAgainWhatEndedForNow() throws Exception {
        LogReading short1 = (after, sink) -> {
            sink.line(line(number(after) + 1));
            return LogReading.Ending.FOR_NOW;
        };
        try (var following = ReconnectingFollowing.start("api", null, short1, workers, QUICK)) {
            assertThat(take(following, 5).subList(0, 5)).isEqualTo(lines(1, 5));
            assertThat(following.notice()).isEmpty();
        }
    }

    @Test
    void closingEndsAReadThatHeedsNoInterrupt() throws Exception {
        PipedInputStream never = new PipedInputStream(new PipedOutputStream());
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean open = new AtomicBoolean(true);
        LogReading reading = (_, sink) -> {
            sink.closeAtEnd(() -> {
                open.set(false);
                never.close();
            });
            stuck.countDown();
            try {
                while (open.get()) {
                    Thread.onSpinWait();
                }
                throw new IOException("closed");
            } finally {
                ended.countDown();
            }
        };
        var following = ReconnectingFollowing.start("api", null, reading, workers, QUICK);
        stuck.await();
        following.close();
        ended.await();
        Awaiting.until(following::isEnded);
        assertThat(following.notice()).isEmpty();
    }

    @Test
    void closingFreesAReadingThatWaitsForRoom() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger put = new AtomicInteger();
        LogReading endless = (_, sink) -> {
            try {
                while (true) {
                    sink.line(line(put.incrementAndGet()));
                }
            } finally {
                ended.countDown();
            }
        };
        var following = ReconnectingFollowing.start("api", null, endless, workers, QUICK);
        Awaiting.until(() -> put.get() > 4096);
        following.close();
        ended.await();
        assertThat(following.next(LONG)).isEmpty();
    }

    @Test
    void waitsTwiceAsLongEachTimeUpToALimit() {
        assertThat(IntStream.rangeClosed(1, 9)
                        .mapToObj(each -> Backoff.STANDARD.after(each).toMillis()))
                .containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(Backoff.STANDARD.after(1_000_000)).isEqualTo(Duration.ofSeconds(30));
    }
}
