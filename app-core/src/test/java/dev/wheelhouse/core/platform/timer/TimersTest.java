package dev.wheelhouse.core.platform.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class TimersTest {

    private final StateKind kind;
    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private OpenState state;

    TimersTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
    }

    @AfterEach
    void close() {
        state.close();
    }

    private Timers timers(String homeId, DueHandler handler) {
        Timers timers = new Timers(state.store(), state.clock(), homeId);
        timers.handle("watch", handler);
        return timers;
    }

    private Timers once(String homeId) {
        return timers(homeId, (_, due) -> {
            handled.add(due.subjectId());
            return null;
        });
    }

    private Instant in(Duration time) {
        return state.clock().instant().plus(time);
    }

    private void set(Timers timers, String subject, @Nullable String onlyHome, Instant at) {
        state.store().change(tx -> timers.set(tx, new DueTime("watch", subject, onlyHome, at)));
    }

    @Test
    void handlesWhatIsDueInItsOrderAndNothingElse() {
        Timers timers = once("srv_one");
        set(timers, "later", null, in(Duration.ofMinutes(2)));
        set(timers, "second", null, in(Duration.ofSeconds(2)));
        set(timers, "first", null, in(Duration.ofSeconds(1)));
        set(timers, "elsewhere", "srv_other", in(Duration.ofSeconds(1)));
        set(timers, "here", "srv_one", in(Duration.ofSeconds(3)));
        timers.look();
        assertThat(handled).isEmpty();
        state.clock().advance(Duration.ofMinutes(1));
        timers.look();
        timers.look();
        assertThat(handled).containsExactly("first", "second", "here");
        once("srv_other").look();
        assertThat(handled).endsWith("elsewhere");
    }

    @Test
    void kindsOfANewerConsoleDoNotHideItsOwn() {
        Timers timers = once("srv_one");
        state.store().change(tx -> {
            for (int i = 0; i < 300; i++) {
                timers.set(tx, new DueTime("unknown", "x" + i, null, in(Duration.ofSeconds(1))));
            }
        });
        set(timers, "own", null, in(Duration.ofSeconds(2)));
        state.clock().advance(Duration.ofMinutes(1));
        timers.look();
        assertThat(handled).containsExactly("own");
    }

    @Test
    void whatWaitsForARowComesAgainAndHoldsUpNoOther() throws Exception {
        if (kind == StateKind.SQLITE) {
            // One connection alone writes to it, so that nobody can hold a row.
            return;
        }
        var _ = state.organizations().newOrganization();
        Timers timers = timers("srv_one", (tx, due) -> {
            if (due.subjectId().equals("waits")) {
                tx.execute("UPDATE organization SET name = name");
            }
            handled.add(due.subjectId());
            return null;
        });
        set(timers, "waits", null, in(Duration.ofSeconds(1)));
        set(timers, "other", null, in(Duration.ofSeconds(2)));
        state.clock().advance(Duration.ofMinutes(1));
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        Thread holder = Thread.ofVirtual()
                .start(() -> state.store().change(tx -> {
                    tx.execute("UPDATE organization SET name = name");
                    held.countDown();
                    try {
                        enough.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }));
        held.await();
        timers.look();
        assertThat(handled).containsExactly("other");
        enough.countDown();
        holder.join();
        state.clock().advance(Duration.ofMinutes(1));
        timers.look();
        assertThat(handled).containsExactly("other", "waits");
    }

    @Test
    void comesAgainWhenTheHandlerSaysSo() {
        Timers timers = timers("srv_one", (_, due) -> {
            handled.add(due.dueAt().toString());
            return new DueTime(due.kind(), due.subjectId(), null, due.dueAt().plusSeconds(20));
        });
        Instant first = in(Duration.ofSeconds(20));
        set(timers, "x", null, first);
        state.clock().advance(Duration.ofSeconds(45));
        timers.look();
        assertThat(handled)
                .containsExactly(first.toString(), first.plusSeconds(20).toString());
    }

    @Test
    void theLastSettingCountsAndARemovedOneNever() {
        Timers timers = once("srv_one");
        set(timers, "moved", null, in(Duration.ofSeconds(1)));
        set(timers, "moved", null, in(Duration.ofHours(1)));
        set(timers, "gone", null, in(Duration.ofSeconds(1)));
        state.store().change(tx -> timers.remove(tx, "watch", "gone"));
        state.clock().advance(Duration.ofMinutes(1));
        timers.look();
        assertThat(handled).isEmpty();
    }

    @Test
    void aFailureTakesItsChangesBackAndComesAgainWhileOthersGoOn() {
        AtomicBoolean failing = new AtomicBoolean(true);
        Timers timers = timers("srv_one", (tx, due) -> {
            tx.execute("UPDATE timer SET kind = 'spoilt' WHERE subject_id = ?", "witness");
            if (failing.get() && due.subjectId().equals("bad")) {
                throw new IllegalStateException("as planned");
            }
            tx.execute("UPDATE timer SET kind = 'watch' WHERE subject_id = ?", "witness");
            handled.add(due.subjectId());
            return null;
        });
        set(timers, "witness", null, in(Duration.ofDays(1)));
        set(timers, "bad", null, in(Duration.ofSeconds(1)));
        set(timers, "good", null, in(Duration.ofSeconds(2)));
        state.clock().advance(Duration.ofSeconds(5));
        timers.look();
        assertThat(handled).containsExactly("good");
        timers.look();
        assertThat(handled).hasSize(1);
        failing.set(false);
        state.clock().advance(Duration.ofSeconds(10));
        timers.look();
        assertThat(handled).containsExactly("good", "bad");
        state.clock().advance(Duration.ofDays(1));
        timers.look();
        assertThat(handled).endsWith("witness");
    }

    /** One subject may be due in several ways, each of which is told once. */
    @Test
    void aFailureOfOneKindHidesNoneOfAnother() {
        List<String> told = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().contains("sub_of_two")) {
                    told.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(Timers.class.getName());
        log.addHandler(handler);
        try {
            DueHandler fails = (_, _) -> {
                throw new IllegalStateException("as planned");
            };
            Timers timers = timers("srv_one", fails);
            timers.handle("other", fails);
            set(timers, "sub_of_two", null, in(Duration.ofSeconds(1)));
            state.store()
                    .change(tx -> timers.set(tx, new DueTime("other", "sub_of_two", null, in(Duration.ofSeconds(1)))));
            state.clock().advance(Duration.ofSeconds(2));
            timers.look();
            state.clock().advance(Duration.ofSeconds(30));
            timers.look();
            assertThat(told).hasSize(2).anyMatch(each -> each.startsWith("other of"));
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    void manyConsolesHandleEachOnce() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        int many = 300;
        for (int i = 0; i < many; i++) {
            set(once("srv_one"), "s-" + i, null, in(Duration.ofSeconds(1)));
        }
        state.clock().advance(Duration.ofSeconds(5));
        AtOnce.run(4, number -> () -> {
            timers("srv_" + number, (_, due) -> {
                        handled.add(due.subjectId());
                        count.incrementAndGet();
                        return null;
                    })
                    .look();
            return true;
        });
        once("srv_last").look();
        assertThat(handled).hasSize(many).doesNotHaveDuplicates();
        assertThat(count.get()).isPositive();
    }

    @Test
    void whatIsChangedWhileItIsHandledStaysAsItWasChanged() {
        Timers timers = timers("srv_one", (tx, due) -> {
            handled.add(due.subjectId());
            // As whoever changes the subject does, whose lock the handler would have waited for.
            tx.execute("UPDATE timer SET due_at = ? WHERE subject_id = 'x'", in(Duration.ofHours(3)));
            return null;
        });
        set(timers, "x", null, in(Duration.ofSeconds(1)));
        state.clock().advance(Duration.ofSeconds(5));
        timers.look();
        assertThat(handled).hasSize(1);
        state.clock().advance(Duration.ofHours(4));
        timers.look();
        assertThat(handled).hasSize(2);
    }
}
