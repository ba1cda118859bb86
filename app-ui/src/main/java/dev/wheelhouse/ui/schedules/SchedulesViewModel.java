package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.DayAhead;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;

/** The screen of schedules: what is typed to sift them, the day ahead, which one is chosen and whose page is open. */
public final class SchedulesViewModel {

    private final ScheduleList list;
    private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final FilteredList<LiveRow<ScheduleLine>> shown;
    private final ObjectProperty<@Nullable String> selected = new SimpleObjectProperty<>(this, "selected");
    private final ObjectProperty<@Nullable String> open = new SimpleObjectProperty<>(this, "open");
    private final ReadOnlyObjectWrapper<@Nullable DayAhead> day = new ReadOnlyObjectWrapper<>(this, "day");
    private @Nullable Seen lastSeen;
    private Background.Handle watching = Background.Handle.NONE;

    /** What the day ahead follows from. */
    private record Seen(Instant minute, List<String> schedules) {}

    public SchedulesViewModel(ScheduleList list) {
        this.list = list;
        this.shown = new FilteredList<>(list.rows(), this::isWanted);
        // Anew: the predicate reads what changed.
        filter.addListener(_ -> shown.setPredicate(row -> isWanted(row)));
        shown.addListener((ListChangeListener<LiveRow<ScheduleLine>>) _ -> lookAhead());
        list.rows().addListener((ListChangeListener<LiveRow<ScheduleLine>>) _ -> leaveWhatIsGone());
        lookAhead();
    }

    private boolean isWanted(LiveRow<ScheduleLine> row) {
        return row.line().matches(filter.get());
    }

    /** Only when it could be another: each row that changes comes by here. */
    private void lookAhead() {
        List<ScheduleLine> lines = shown.stream().map(LiveRow::line).toList();
        Instant now = list.clock().instant();
        Seen seen = new Seen(
                now.truncatedTo(ChronoUnit.MINUTES),
                lines.stream()
                        .map(each -> each.id() + each.schedule().revision() + (each.next() != null))
                        .toList());
        if (!seen.equals(lastSeen)) {
            lastSeen = seen;
            day.set(DayAhead.of(lines, now));
        }
    }

    private void leaveWhatIsGone() {
        String page = open.get();
        if (page != null && list.knownProperty().get() && list.find(page).isEmpty()) {
            open.set(null);
        }
    }

    public void onShow() {
        watching = list.watch();
    }

    public void onHide() {
        watching.cancel();
    }

    /** Opens the page of a schedule. */
    public void open(String scheduleId) {
        selected.set(scheduleId);
        open.set(scheduleId);
    }

    /** Back to the list. */
    public void back() {
        open.set(null);
    }

    /**
     * Chooses one of those behind a mark: the one after the one that is chosen, so that one click after the other goes
     * through all of them.
     */
    public void choose(List<String> ids) {
        int now = ids.indexOf(selected.get());
        selected.set(ids.get((now + 1) % ids.size()));
    }

    public ScheduleList list() {
        return list;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    /** Those that match what is typed; tells of every change of a row. */
    public ObservableList<LiveRow<ScheduleLine>> shown() {
        return shown;
    }

    /** What is due in the next 24 hours, of those that match. */
    public ReadOnlyObjectProperty<@Nullable DayAhead> dayProperty() {
        return day.getReadOnlyProperty();
    }

    /** Id of the schedule that is chosen in the list. */
    public ObjectProperty<@Nullable String> selectedProperty() {
        return selected;
    }

    public Optional<ScheduleLine> selected() {
        return Optional.ofNullable(selected.get()).flatMap(list::find);
    }

    /** Id of the schedule whose page is open; null for the list. */
    public ObjectProperty<@Nullable String> openProperty() {
        return open;
    }
}
