package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.form.FormMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens the form over the window. */
@FunctionalInterface
public interface ConnectionForms {

    /** @param file fills the path, as if it was dropped there; null for none */
    void open(FormMode<DatabaseConnection> mode, @Nullable Path file);

    default void open(FormMode<DatabaseConnection> mode) {
        open(mode, null);
    }
}
