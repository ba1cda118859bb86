package dev.wheelhouse.ui.list;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import org.jspecify.annotations.Nullable;

/** What is read again and again, and shows what it read last while that fails. Belongs to the window's thread. */
public interface Refreshable {

    /** Reads it again. */
    void refresh();

    /** Why the last reading failed; null when it did not. */
    ReadOnlyObjectProperty<@Nullable AppException> failureProperty();

    /** When it was read last; null for never. */
    @Nullable
    Instant readAt();
}
