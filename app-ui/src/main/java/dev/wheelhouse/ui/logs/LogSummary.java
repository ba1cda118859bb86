package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.document.DocumentState;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LevelCounts;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.logs.gateway.OpenedLog;
import java.util.EnumMap;
import java.util.Map;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/** The title, counts and state of a log, shown around its lines. Belongs to the window's thread. */
public final class LogSummary {

    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper(this, "title", "");
    private final ReadOnlyStringWrapper where = new ReadOnlyStringWrapper(this, "where", "");
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
    private final ReadOnlyStringWrapper notice = new ReadOnlyStringWrapper(this, "notice", "");
    private final ReadOnlyBooleanWrapper partial = new ReadOnlyBooleanWrapper(this, "partial");
    private final ReadOnlyObjectWrapper<Map<LineLevel, Long>> counts =
            new ReadOnlyObjectWrapper<>(this, "counts", Map.of());

    /** @param before the title while nothing is open */
    LogSummary(String before) {
        title.set(before);
    }

    void opened(OpenedLog log) {
        title.set(log.title());
        where.set(log.where());
    }

    /** @param filtered null where all lines are shown */
    void show(DocumentState now, LevelCounts levels, @Nullable FilteredLines filtered) {
        boolean isPartial = !now.isFromStart();
        notice.set(now.notice().isEmpty() && isPartial ? "Older lines were not loaded." : now.notice());
        partial.set(isPartial);
        summary.set(LogTitles.summary(now, filtered));
        Map<LineLevel, Long> each = new EnumMap<>(LineLevel.class);
        for (LogLevel level : LogLevel.values()) {
            each.put(LineLevel.valueOf(level.name()), levels.of(level));
        }
        counts.set(each);
    }

    public ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    /** Where the log is, in a few words. */
    public ReadOnlyStringProperty whereProperty() {
        return where.getReadOnlyProperty();
    }

    /** How many lines there are and how many of them are shown. */
    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    /** What one should know now, such as that the file was rotated; empty for nothing. */
    public ReadOnlyStringProperty noticeProperty() {
        return notice.getReadOnlyProperty();
    }

    /** Whether older lines were not fetched. */
    public ReadOnlyBooleanProperty partialProperty() {
        return partial.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Map<LineLevel, Long>> countsProperty() {
        return counts.getReadOnlyProperty();
    }
}
