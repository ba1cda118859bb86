package dev.wheelhouse.ui.databases.rows;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** A trouble that leaves the rows on the screen, and how to try again. Belongs to the window's thread. */
public final class RowFailure {

    private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper(this, "text", "");
    private Runnable again = () -> {};

    /** Empty for none. */
    public ReadOnlyStringProperty textProperty() {
        return text.getReadOnlyProperty();
    }

    /** @param retry what {@link #retry} does */
    public void show(String sentences, Runnable retry) {
        again = retry;
        text.set(sentences);
    }

    public void clear() {
        text.set("");
    }

    /** Tries again what went wrong. */
    public void retry() {
        clear();
        again.run();
    }
}
