package dev.wheelhouse.ui.databases.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import dev.wheelhouse.ui.testing.TestCore;
import dev.wheelhouse.ui.words.Moments;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class HistoryViewModelTest {

    @TempDir
    private Path directory;

    private final SameThreadBackground background = new SameThreadBackground();
    private TestCore core;
    private DatabaseConnection shop;
    private HistoryViewModel history;

    @BeforeEach
    void start() {
        core = TestCore.start(directory.resolve("home"));
        FakeWorkbench workbench = new FakeWorkbench(background, core.callers());
        shop = core.core().databases().sample().open(core.callers().get(), null).connection();
        history = new HistoryViewModel(
                core.core().databases().history(),
                new ConnectionList(core.core().databases().connections(), workbench, Clock.systemUTC()),
                workbench);
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private void run(String sql) {
        try {
            core.core()
                    .databases()
                    .queries()
                    .run(core.callers().get(), shop.id(), new QueryRequest(sql, false, null, 10, 5_000, null));
        } catch (AppException _) {
            // It stands in the history all the same.
        }
    }

    private List<String> shown() {
        return history.entries().stream().map(HistoryEntry::statement).toList();
    }

    @Test
    void showsWhatRunsWhileItIsOpenAndKeepsWhatWasPagedTo() {
        for (int i = 0; i < 150; i++) {
            run("SELECT " + i);
        }
        history.onShow();
        assertThat(shown()).hasSize(100).first().isEqualTo("SELECT 149");
        history.readMore();
        assertThat(shown()).hasSize(150).last().isEqualTo("SELECT 0");
        history.readMore();
        run("SELECT 'new'");
        background.advance(Duration.ofSeconds(2));
        assertThat(shown()).hasSize(151).first().isEqualTo("SELECT 'new'");
        assertThat(shown()).doesNotHaveDuplicates().last().isEqualTo("SELECT 0");
        history.onHide();
        run("SELECT 'unseen'");
        background.advance(Duration.ofSeconds(2));
        assertThat(shown()).hasSize(151);
    }

    @Test
    void staysWithinItsBoundHoweverLongItIsOpenAndCanStillBePaged() {
        history.onShow();
        for (int i = 0; i < 1_200; i++) {
            run("SELECT " + i);
            if (i % 50 == 49) {
                background.advance(Duration.ofSeconds(2));
            }
        }
        assertThat(shown()).hasSize(1_000).first().isEqualTo("SELECT 1199");
        assertThat(shown()).last().isEqualTo("SELECT 200");
        history.readMore();
        assertThat(shown()).hasSize(1_100).doesNotHaveDuplicates().last().isEqualTo("SELECT 100");
        history.onHide();
    }

    @Test
    void showsAReadingThatTakesLongerThanTheTimeBetweenTwoLooks() {
        run("SELECT 1");
        background.hold();
        history.onShow();
        for (int i = 0; i < 5; i++) {
            background.advance(Duration.ofSeconds(2));
        }
        background.release();
        assertThat(shown()).containsExactly("SELECT 1");
        history.onHide();
    }

    @Test
    void aPageOnItsWayIsForgottenWhenItNoLongerMeetsTheFirst() {
        for (int i = 0; i < 150; i++) {
            run("SELECT " + i);
        }
        history.onShow();
        background.hold();
        history.readMore();
        for (int i = 0; i < 120; i++) {
            run("SELECT 'later " + i + "'");
        }
        background.advance(Duration.ofSeconds(2));
        background.release();
        history.readMore();
        history.readMore();
        assertThat(shown()).hasSize(270).doesNotHaveDuplicates();
        assertThat(shown()).last().isEqualTo("SELECT 0");
        history.onHide();
    }

    @Test
    void filtersOnceThePersonStopsTyping() {
        run("SELECT 1 AS one");
        run("SELECT nothing");
        history.onShow();
        history.searchProperty().set("on");
        history.searchProperty().set("one");
        assertThat(shown()).hasSize(2);
        background.advance(Duration.ofMillis(200));
        assertThat(shown()).containsExactly("SELECT 1 AS one");
        history.showConnection(null);
        history.outcomeProperty().set("failed");
        background.advance(Duration.ofMillis(200));
        assertThat(shown()).containsExactly("SELECT nothing");
        history.outcomeProperty().set(null);
        history.originProperty().set(Origin.HTTP);
        assertThat(shown()).isEmpty();
        assertThat(history.isFiltered()).isTrue();
        history.showConnection(shop.id());
        assertThat(shown()).hasSize(2);
        assertThat(history.listCall().query()).containsEntry("connection", shop.id());
    }

    @Test
    void knowsWhatCanBeRunAgain() {
        run("SELECT 1");
        history.onShow();
        HistoryEntry entry = history.entries().getFirst();
        assertThat(history.againCall(entry)).isNotNull();
        core.core().databases().connections().delete(core.callers().get(), shop.id(), null);
        history.onShow();
        assertThat(history.againCall(entry)).isNull();
        assertThat(history.connectionOf(entry)).isEmpty();
    }

    @Test
    void saysTimesAsPeopleDo() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        assertThat(HistoryLabels.moment(now, ZoneId.of("Pacific/Auckland"))).isEqualTo("2026-03-02 01:00:00");
        assertThat(Moments.ago(now.minusSeconds(59), now)).isEqualTo("just now");
        assertThat(Moments.ago(now.plusSeconds(59), now)).isEqualTo("just now");
        assertThat(Moments.ago(now.minusSeconds(60), now)).isEqualTo("1 min ago");
        assertThat(Moments.ago(now.minusSeconds(7_300), now)).isEqualTo("2 h ago");
        assertThat(Moments.ago(now.minusSeconds(200_000), now)).isEqualTo("2 d ago");
        assertThat(HistoryLabels.elapsed(999)).isEqualTo("999 ms");
        assertThat(HistoryLabels.elapsed(3_449)).isEqualTo("3.4 s");
        assertThat(HistoryLabels.elapsed(125_999)).isEqualTo("2 min 5 s");
    }
}
