package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.runtime.App;
import org.jspecify.annotations.Nullable;

/** What the form is open for. */
public sealed interface AppFormMode {

    /**
     * A new app.
     *
     * @param serverId chosen already; null for the person to choose
     */
    record Add(@Nullable String serverId) implements AppFormMode {}

    /** @param app as it was when the form opened */
    record Edit(App app) implements AppFormMode {}
}
