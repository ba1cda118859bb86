package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.TimeColumn;
import dev.wheelhouse.ui.state.WindowState;
import java.util.Objects;
import javafx.beans.Observable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** How logs are shown, in all panes alike and after a restart. Belongs to the window's thread. */
public final class ViewOptions {

    private static final String KEY = "logs.view";

    private final BooleanProperty wrap = new SimpleBooleanProperty(this, "wrap");
    private final BooleanProperty folding = new SimpleBooleanProperty(this, "folding", true);
    private final BooleanProperty json = new SimpleBooleanProperty(this, "json");
    private final BooleanProperty numbers = new SimpleBooleanProperty(this, "numbers", true);
    private final BooleanProperty sources = new SimpleBooleanProperty(this, "sources", true);
    private final BooleanProperty detail = new SimpleBooleanProperty(this, "detail");
    private final ObjectProperty<TimeColumn> times = new SimpleObjectProperty<>(this, "times", TimeColumn.HIDDEN);

    private record Saved(
            boolean wrap,
            boolean folding,
            boolean json,
            boolean numbers,
            boolean sources,
            boolean detail,
            @Nullable TimeColumn times) {}

    ViewOptions(WindowState state) {
        state.read(KEY, Saved.class).ifPresent(this::take);
        for (Observable each : new Observable[] {wrap, folding, json, numbers, sources, detail, times}) {
            each.addListener(_ -> state.write(KEY, saved()));
        }
    }

    private void take(Saved saved) {
        wrap.set(saved.wrap());
        folding.set(saved.folding());
        json.set(saved.json());
        numbers.set(saved.numbers());
        sources.set(saved.sources());
        detail.set(saved.detail());
        times.set(Objects.requireNonNullElse(saved.times(), TimeColumn.HIDDEN));
    }

    private Saved saved() {
        return new Saved(
                wrap.get(), folding.get(), json.get(), numbers.get(), sources.get(), detail.get(), times.get());
    }

    public BooleanProperty wrapProperty() {
        return wrap;
    }

    /** Whether stack traces are folded. */
    public BooleanProperty foldingProperty() {
        return folding;
    }

    /** Whether JSON is written over several lines. */
    public BooleanProperty jsonProperty() {
        return json;
    }

    public BooleanProperty numbersProperty() {
        return numbers;
    }

    public BooleanProperty sourcesProperty() {
        return sources;
    }

    /** Whether the selected line is shown whole beside the log. */
    public BooleanProperty detailProperty() {
        return detail;
    }

    public ObjectProperty<TimeColumn> timesProperty() {
        return times;
    }
}
