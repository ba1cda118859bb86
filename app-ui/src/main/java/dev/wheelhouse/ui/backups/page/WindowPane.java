package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.backups.restore.TargetTimes;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.controls.timeline.StripMark;
import dev.wheelhouse.ui.controls.timeline.StripSpan;
import dev.wheelhouse.ui.controls.timeline.TimeStrip;
import dev.wheelhouse.ui.list.LiveReading;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The restore window, in words and as a strip with its gaps and base backups. Belongs to the window's thread. */
final class WindowPane extends LiveReading<RestoreWindow> {

    /** Each reading has the destination list all that it has. */
    private static final Duration PACE = Duration.ofMinutes(1);

    private static final long LEAST_SPAN_MILLIS = 60_000;

    private final RestoreGateway restores;
    private final String configId;
    private final Supplier<Caller> callers;
    private final ZoneId zone;
    private final TimeStrip strip;
    private final Label title = Nodes.narrow("Reading the restore window…", "h3");
    private final Label gaps = Nodes.wrapped("", "small", "danger-text");
    private final Label rules = Nodes.narrow("", "dim", "small");
    private final VBox root;
    private RestoreWindow read = RestoreWindow.NONE;
    private RestoreWindow window = RestoreWindow.NONE;
    private @Nullable Instant stored;
    private List<RunLine> bases = List.of();

    /** Whether each backup is a whole of its own, and there are no times between two of them. */
    private volatile boolean isLogical;

    /**
     * @param chosen gets the id of a run whose mark was clicked
     * @param restoresAt gets the restorable time nearest to a click
     */
    WindowPane(
            RestoreGateway restores,
            BackupList list,
            Workbench workbench,
            String configId,
            Consumer<String> chosen,
            Consumer<Instant> restoresAt) {
        super(workbench.background(), list.clock(), PACE);
        this.restores = restores;
        this.configId = configId;
        this.callers = workbench.callers();
        this.zone = list.zone();
        this.strip = new TimeStrip(zone, "EEE d MMM HH:mm:ss");
        title.setId("window");
        strip.setOnChosen(ids -> chosen.accept(ids.getLast()));
        strip.setOnTime(at -> restoresAt.accept(TargetTimes.nearest(window, Instant.ofEpochMilli(at))));
        strip.setSummary(this::summary);
        Shown.when(gaps, false);
        Shown.when(strip, false);
        failureProperty().addListener((_, _, failure) -> {
            if (failure != null && !knownProperty().get()) {
                title.setText("Restore window unknown: " + failure.getMessage());
            }
        });
        root = new VBox(8, title, strip, gaps, rules);
        root.getStyleClass().addAll("panel", "schedule-card");
    }

    @Override
    protected RestoreWindow read() {
        return isLogical ? RestoreWindow.NONE : restores.window(callers.get(), configId);
    }

    @Override
    protected void take(RestoreWindow reading) {
        read = reading;
        window = reading;
        show();
        setStored(stored);
    }

    /** Marks the runs that made a base backup; the window is read again when there are others. */
    void showBases(List<RunLine> runs) {
        List<RunLine> complete = runs.stream()
                .filter(each -> each.run().status() == RunStatus.SUCCEEDED)
                .toList();
        if (!complete.equals(bases)) {
            boolean another = !ids(complete).equals(ids(bases));
            bases = complete;
            if (another && knownProperty().get()) {
                refresh();
            }
            show();
        }
    }

    private static List<String> ids(List<RunLine> lines) {
        return lines.stream().map(RunLine::id).toList();
    }

    /**
     * Lets the window end there where that is later than what was read: WAL is stored all the time.
     *
     * @param at null where a base backup has to be made first
     */
    void setStored(@Nullable Instant at) {
        Instant latest = read.latest();
        RestoreWindow now = at == null || latest == null || !at.isAfter(latest)
                ? read
                : new RestoreWindow(read.earliest(), at, read.gaps());
        stored = at;
        if (!now.equals(window)) {
            window = now;
            show();
        }
    }

    /** Says how the backups are made; the window is read again where that is news. */
    void setLogical(boolean logical) {
        if (isLogical != logical) {
            isLogical = logical;
            refresh();
        }
    }

    /** The destination and the retention, below the strip. */
    void setRules(String words) {
        rules.setText(words);
    }

    /** Highlights the mark of a base backup. */
    void select(@Nullable String runId) {
        strip.select(runId);
    }

    private void show() {
        Instant from = window.earliest();
        Instant to = window.latest();
        Shown.when(strip, from != null && to != null);
        if (from == null || to == null) {
            if (readAt() != null) {
                title.setText(isLogical ? "Each backup is restored by itself." : window.sentence());
            }
            Shown.when(gaps, false);
            return;
        }
        Instant now = clock().instant();
        title.setText("Every second from " + Moments.exactly(from, now, zone) + " to " + Moments.exactly(to, now, zone)
                + (window.gaps().isEmpty() ? "" : ", but for the gaps"));
        List<String> lines = window.gaps().stream()
                .map(each -> "Gap from " + Moments.exactly(each.from(), now, zone) + " to "
                        + Moments.exactly(each.to(), now, zone) + ": " + each.reason())
                .toList();
        gaps.setText(
                lines.isEmpty() ? "" : lines.getLast() + (lines.size() == 1 ? "" : " (" + lines.size() + " gaps)"));
        gaps.setTooltip(lines.size() < 2 ? null : new Tooltip(String.join("\n", lines)));
        Shown.when(gaps, !lines.isEmpty());
        strip.show(range(from, to), marks(), spans(from, to));
    }

    private static TimeRange range(Instant from, Instant to) {
        long begin = from.toEpochMilli();
        return new TimeRange(begin, Math.max(to.toEpochMilli() + 1, begin + LEAST_SPAN_MILLIS));
    }

    private String summary(List<StripMark> marks) {
        String counted = BackupLabels.bases(marks.size());
        Instant from = window.earliest();
        Instant to = window.latest();
        Instant now = clock().instant();
        return from == null || to == null
                ? counted
                : counted + ", " + Moments.onDay(from, now, zone) + " to " + Moments.onDay(to, now, zone);
    }

    private List<StripMark> marks() {
        return bases.reversed().stream()
                .filter(each -> each.run().finishedAt() != null)
                .map(each -> new StripMark(
                        Objects.requireNonNull(each.run().finishedAt()).toEpochMilli(),
                        each.id(),
                        "base backup, " + each.size()))
                .toList();
    }

    private List<StripSpan> spans(Instant from, Instant to) {
        List<StripSpan> spans = new ArrayList<>();
        spans.add(new StripSpan(from.toEpochMilli(), to.toEpochMilli() + 1, "span-good", "Restore to this second"));
        window.gaps()
                .forEach(each -> spans.add(new StripSpan(
                        each.from().toEpochMilli() + 1, each.to().toEpochMilli(), "span-bad", each.reason())));
        return spans;
    }

    VBox root() {
        return root;
    }
}
