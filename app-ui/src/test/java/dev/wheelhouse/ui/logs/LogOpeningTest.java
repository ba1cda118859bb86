package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** What is opened for a pane is closed, also when nobody wants it any more once it is there. */
class LogOpeningTest {

    private static final LogOrigin FILE = LogOrigin.file("/var/log/shop.log");

    private final SameThreadBackground background = new SameThreadBackground();
    private final FakeLogs logs = new FakeLogs();
    private final LogPaneViewModel pane = new LogPaneViewModel(
            logs, new FakeWorkbench(background), Clock.systemUTC(), ZoneOffset.UTC, LogTarget.of(FILE));

    private ListedDocument put() {
        return logs.put(FILE, "shop.log", "this machine").add(LogLevel.INFO, null, null, "GET /orders");
    }

    @Test
    void closesALogWhosePaneWentAwayWhileItOpened() {
        ListedDocument document = put();
        background.hold();
        pane.onShow();
        pane.dispose();
        background.release();
        assertThat(document.closed).isTrue();
        assertThat(pane.stateProperty().get()).isInstanceOf(LogPaneViewModel.State.Opening.class);
    }

    @Test
    void closesALogWhoseOpeningWasOvertaken() {
        background.hold();
        logs.beforeOpen = this::put;
        pane.onShow();
        pane.open();
        background.release();
        assertThat(logs.opened).hasSize(2);
        assertThat(logs.opened.getFirst().closed).isTrue();
        assertThat(logs.opened.getLast().closed).isFalse();
        assertThat(pane.stateProperty().get()).isInstanceOf(LogPaneViewModel.State.Ready.class);
    }

    @Test
    void opensOnceThoughItIsShownAgainMeanwhile() {
        put();
        background.hold();
        pane.onShow();
        pane.onHide();
        pane.onShow();
        background.release();
        assertThat(logs.opened).hasSize(1);
        assertThat(logs.opened.getFirst().listeners).hasSize(1);
    }

    @Test
    void closesALogWhoseNewestLinesCannotBeRead() {
        ListedDocument document = put();
        document.counted = false;
        document.failure = new AppException(PlatformError.UPSTREAM_FAILED, "web-1 went away.");
        pane.onShow();
        assertThat(document.closed).isTrue();
        assertThat(pane.stateProperty().get()).isInstanceOf(LogPaneViewModel.State.Failed.class);
    }

    @Test
    void looksForWhatWasAskedForWhileTheLogOpened() {
        put();
        background.hold();
        pane.onShow();
        pane.find().setOpen(true);
        pane.find().textProperty().set("orders");
        pane.find().step(true);
        assertThat(pane.find().statusProperty().get()).isEqualTo("Searching…");
        background.release();
        assertThat(pane.find().errorProperty().get()).isEmpty();
        assertThat(pane.find().statusProperty().get()).isEqualTo("1 of 1 lines");
    }

    @Test
    void looksAgainInALogThatIsOpenedAgain() {
        put();
        pane.onShow();
        pane.find().setOpen(true);
        pane.find().textProperty().set("orders");
        background.advance(Duration.ofSeconds(1));
        assertThat(pane.find().statusProperty().get()).isEqualTo("1 line");
        pane.open();
        assertThat(pane.find().statusProperty().get()).isEqualTo("1 line");
        pane.find().step(true);
        assertThat(pane.find().statusProperty().get()).isEqualTo("1 of 1 lines");
    }

    @Test
    void closesRowsThatAreOvertakenByAnotherFilterOrSearch() {
        ListedDocument document = put();
        pane.onShow();
        background.hold();
        pane.filtering().toggle(LineLevel.ERROR);
        pane.filtering().toggle(LineLevel.WARN);
        pane.find().setOpen(true);
        pane.find().textProperty().set("orders");
        pane.find().regexProperty().set(true);
        pane.find().exactCaseProperty().set(true);
        background.release();
        assertThat(document.filters).hasSizeGreaterThan(3);
        assertThat(document.filters.stream().filter(each -> !each.closed)).hasSizeLessThanOrEqualTo(2);
        pane.dispose();
        assertThat(document.filters).allMatch(each -> each.closed);
    }
}
