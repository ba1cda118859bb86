package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.runtime.App;
import org.jspecify.annotations.Nullable;

/** Opens the form over the window. */
public interface AppForms {

    /** @param serverId chosen already; null for the person to choose */
    void add(@Nullable String serverId);

    void edit(App app);
}
