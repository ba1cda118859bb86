package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.ui.form.FormMode;
import org.jspecify.annotations.Nullable;

/** Opens the form over the window. */
@FunctionalInterface
public interface AppForms {

    /** @param serverId chosen already for a new one; null for the person to choose */
    void open(FormMode<App> mode, @Nullable String serverId);
}
