package dev.wheelhouse.ui.apps.list;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** One app of the list: stays the same object while what is known of it changes. Belongs to the window's thread. */
public final class AppRow {

    private final String id;
    private final ReadOnlyObjectWrapper<AppLine> line;

    AppRow(AppLine line) {
        this.id = line.id();
        this.line = new ReadOnlyObjectWrapper<>(this, "line", line);
    }

    void show(AppLine now) {
        if (!now.equals(line.get())) {
            line.set(now);
        }
    }

    public String id() {
        return id;
    }

    public AppLine line() {
        return line.get();
    }

    public ReadOnlyObjectProperty<AppLine> lineProperty() {
        return line.getReadOnlyProperty();
    }
}
