package dev.wheelhouse.ui.state;

import java.util.Optional;

/** How the window was left: sizes, splitters, tabs. Disposable; nothing that a person made may lie here alone. */
public interface WindowState {

    /** What was written under a name; empty when nothing was, or when it cannot be read as that type. */
    <T> Optional<T> read(String key, Class<T> type);

    /**
     * Remembers a value; written behind.
     *
     * @param value a record or another type that Jackson reads and writes
     */
    void write(String key, Object value);
}
