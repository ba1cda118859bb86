package dev.wheelhouse.ui.list;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/**
 * One thing of a list: stays the same object while what is known of it changes. Belongs to the window's thread.
 *
 * @param <L> what is known of it at one moment
 */
public final class LiveRow<L> {

    private final String id;
    private final ReadOnlyObjectWrapper<L> line;

    LiveRow(String id, L line) {
        this.id = id;
        this.line = new ReadOnlyObjectWrapper<>(this, "line", line);
    }

    void show(L now) {
        if (!now.equals(line.get())) {
            line.set(now);
        }
    }

    public String id() {
        return id;
    }

    public L line() {
        return line.get();
    }

    public ReadOnlyObjectProperty<L> lineProperty() {
        return line.getReadOnlyProperty();
    }
}
