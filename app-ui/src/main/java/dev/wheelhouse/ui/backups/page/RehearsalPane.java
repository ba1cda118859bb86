package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.RehearsalGateway;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.list.LiveReading;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** The last rehearsal in words, and the recovery times of those before it as bars. Belongs to the window's thread. */
final class RehearsalPane extends LiveReading<List<Rehearsal>> {

    private static final Duration PACE = Duration.ofMinutes(5);
    private static final int MOST = 40;
    private static final double HEIGHT = 28;
    private static final double LEAST_HEIGHT = 3;
    private static final double WIDTH = 6;

    private final RehearsalGateway rehearsals;
    private final String configId;
    private final Supplier<Caller> callers;
    private final ZoneId zone;
    private volatile boolean isLogical;
    private final Label words = Nodes.wrapped("", "small");
    private final HBox bars = new HBox(2);
    private final HBox root = Nodes.line(12, words, bars);

    RehearsalPane(RehearsalGateway rehearsals, BackupList list, Workbench workbench, String configId) {
        super(workbench.background(), list.clock(), PACE);
        this.rehearsals = rehearsals;
        this.configId = configId;
        this.callers = workbench.callers();
        this.zone = list.zone();
        bars.setId("rehearsals");
        bars.setAlignment(Pos.BOTTOM_LEFT);
        bars.setMinHeight(HEIGHT);
        bars.setMaxHeight(HEIGHT);
        bars.setMinWidth(Region.USE_PREF_SIZE);
        Shown.when(bars, false);
    }

    @Override
    protected List<Rehearsal> read() {
        return isLogical
                ? List.of()
                : rehearsals
                        .list(callers.get(), configId, new PageRequest(MOST, null))
                        .items();
    }

    @Override
    protected void take(List<Rehearsal> newestFirst) {
        List<Rehearsal> ended = newestFirst.reversed().stream()
                .filter(each -> each.status() == RunStatus.SUCCEEDED || each.status() == RunStatus.FAILED)
                .toList();
        long longest = ended.stream().mapToLong(RehearsalPane::millis).max().orElse(0);
        bars.getChildren().setAll(ended.stream().map(each -> bar(each, longest)).toList());
        bars.setAccessibleText(summary(ended));
        Shown.when(bars, ended.size() > 1);
    }

    /** When a restore was tried last; the bars are read again where that is news. */
    void show(BackupLine line) {
        isLogical = line.isLogical();
        Shown.when(root, !isLogical);
        String rehearsed = line.rehearsed();
        boolean isNews = !rehearsed.equals(words.getText());
        words.setText(rehearsed);
        words.getStyleClass().setAll("label", "small", line.needsRehearsal() ? "warning-text" : "dim");
        if (isNews && knownProperty().get()) {
            refresh();
        }
    }

    private static long millis(Rehearsal each) {
        return Objects.requireNonNullElse(each.recoveryMillis(), 0L);
    }

    private Node bar(Rehearsal each, long longest) {
        boolean isWhole = each.status() == RunStatus.SUCCEEDED;
        Region bar = new Region();
        bar.getStyleClass().add(isWhole ? "rehearsal-bar" : "rehearsal-bar-failed");
        double height = !isWhole || longest == 0 ? HEIGHT : Math.max(LEAST_HEIGHT, HEIGHT * millis(each) / longest);
        bar.setMinSize(WIDTH, height);
        bar.setMaxSize(WIDTH, height);
        Tooltip.install(bar, new Tooltip(words(each)));
        return bar;
    }

    private String words(Rehearsal each) {
        String when = Moments.onDay(each.startedAt(), clock().instant(), zone);
        if (each.status() == RunStatus.FAILED) {
            return when + ": failed. " + Objects.requireNonNullElse(each.error(), "");
        }
        String counted = each.rows() == null ? "" : String.format(Locale.ROOT, ", rows %,d", each.rows());
        return when + ": answered after " + Moments.span(Duration.ofMillis(millis(each))) + counted;
    }

    private String summary(List<Rehearsal> ended) {
        if (ended.isEmpty()) {
            return "";
        }
        Instant first = ended.getFirst().startedAt();
        long failed =
                ended.stream().filter(each -> each.status() == RunStatus.FAILED).count();
        return ended.size() + " rehearsals since " + Moments.onDay(first, clock().instant(), zone) + ", " + failed
                + " failed; the last: " + words(ended.getLast());
    }

    HBox root() {
        return root;
    }
}
