package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.controls.log.LineLevel;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.ObservableSet;

/** Which lines are shown: the chips, the levels, the logs of a merge. Belongs to the window's thread. */
public final class LogFiltering {

    private final ObservableList<LogChip> chips = FXCollections.observableArrayList();
    private final ObservableSet<LineLevel> hiddenLevels = FXCollections.observableSet(EnumSet.noneOf(LineLevel.class));
    private final ObservableSet<String> hiddenSources = FXCollections.observableSet();
    // Held: such a wrapper is heard only as long as somebody has it.
    private final ObservableList<LogChip> seenChips = FXCollections.unmodifiableObservableList(chips);
    private final ObservableSet<LineLevel> seenLevels = FXCollections.unmodifiableObservableSet(hiddenLevels);
    private final ObservableSet<String> seenSources = FXCollections.unmodifiableObservableSet(hiddenSources);
    private final StringProperty text = new SimpleStringProperty(this, "text", "");
    private final BooleanProperty regex = new SimpleBooleanProperty(this, "regex");
    private final BooleanProperty exactCase = new SimpleBooleanProperty(this, "exactCase");
    private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper(this, "error", "");
    private final Runnable changed;

    /** @param changed runs whenever other lines are to be shown */
    LogFiltering(Runnable changed) {
        this.changed = changed;
        text.addListener(_ -> error.set(""));
        regex.addListener(_ -> error.set(""));
    }

    public ObservableList<LogChip> chips() {
        return seenChips;
    }

    public ObservableSet<LineLevel> hiddenLevels() {
        return seenLevels;
    }

    public ObservableSet<String> hiddenSources() {
        return seenSources;
    }

    public StringProperty textProperty() {
        return text;
    }

    public BooleanProperty regexProperty() {
        return regex;
    }

    public BooleanProperty exactCaseProperty() {
        return exactCase;
    }

    /** What is wrong with what was typed, and what to do; empty for nothing. */
    public ReadOnlyStringProperty errorProperty() {
        return error.getReadOnlyProperty();
    }

    void fail(String problem) {
        error.set(problem);
    }

    /** Adds what is typed as a chip; false when it cannot be looked for, see {@link #errorProperty}. */
    public boolean add(boolean excludes) {
        LogPattern pattern = new LogPattern(text.get(), regex.get(), exactCase.get());
        String problem = PatternText.problem(pattern);
        if (!problem.isEmpty()) {
            error.set(problem);
            return false;
        }
        add(new LogChip(pattern, excludes));
        text.set("");
        return true;
    }

    void add(LogChip chip) {
        if (!chips.contains(chip)) {
            chips.add(chip);
            changed.run();
        }
    }

    public void remove(LogChip chip) {
        error.set("");
        if (chips.remove(chip)) {
            changed.run();
        }
    }

    /** Lines of a level are shown or not; all are shown again when none would be. */
    public void toggle(LineLevel level) {
        if (!hiddenLevels.remove(level)) {
            hiddenLevels.add(level);
        }
        if (hiddenLevels.size() == LineLevel.values().length) {
            hiddenLevels.clear();
        }
        changed.run();
    }

    /** Lines of a log of a merge are shown or not. */
    public void toggleSource(String name) {
        if (!hiddenSources.remove(name)) {
            hiddenSources.add(name);
        }
        changed.run();
    }

    /** Shows everything. */
    public void clear() {
        error.set("");
        if (isActive()) {
            chips.clear();
            hiddenLevels.clear();
            hiddenSources.clear();
            changed.run();
        }
    }

    public boolean isActive() {
        return !chips.isEmpty() || !hiddenLevels.isEmpty() || !hiddenSources.isEmpty();
    }

    /** As the core takes it. */
    LogFilter filter() {
        Set<LogLevel> levels = hiddenLevels.isEmpty()
                ? Set.of()
                : EnumSet.complementOf(EnumSet.copyOf(hiddenLevels)).stream()
                        .map(level -> LogLevel.valueOf(level.name()))
                        .collect(Collectors.toSet());
        return new LogFilter(patterns(false), patterns(true), levels);
    }

    Set<String> hidden() {
        return Set.copyOf(hiddenSources);
    }

    private List<LogPattern> patterns(boolean excludes) {
        return chips.stream()
                .filter(chip -> chip.excludes() == excludes)
                .map(LogChip::pattern)
                .toList();
    }
}
