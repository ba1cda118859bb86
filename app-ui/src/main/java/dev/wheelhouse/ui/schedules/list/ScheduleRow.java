package dev.wheelhouse.ui.schedules.list;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** One schedule of the list: stays the same object while what is known of it changes. Belongs to the window's thread. */
public final class ScheduleRow {

    private final String id;
    private final ReadOnlyObjectWrapper<ScheduleLine> line;

    ScheduleRow(ScheduleLine line) {
        this.id = line.id();
        this.line = new ReadOnlyObjectWrapper<>(this, "line", line);
    }

    void show(ScheduleLine now) {
        if (!now.equals(line.get())) {
            line.set(now);
        }
    }

    public String id() {
        return id;
    }

    public ScheduleLine line() {
        return line.get();
    }

    public ReadOnlyObjectProperty<ScheduleLine> lineProperty() {
        return line.getReadOnlyProperty();
    }
}
