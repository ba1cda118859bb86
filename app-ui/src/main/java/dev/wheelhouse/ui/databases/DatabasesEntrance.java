package dev.wheelhouse.ui.databases;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What other screens can ask of the databases screen, which comes to the front for it. */
public interface DatabasesEntrance {

    /** @param file fills the form, as if it was dropped there; null for none */
    void add(@Nullable Path file);

    /** Opens a connection in the tree and selects it. */
    void reveal(String connectionId);

    /** A new SQL tab. */
    void sql(String connectionId, String text);

    /** Whether there is a SQL editor. */
    boolean canOpenSql();
}
