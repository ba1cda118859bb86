package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;

/** What another feature has on the server for an app, as the app is deleted there. */
public interface AppRemoval {

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code in_use} when it cannot be deleted now */
    void check(App app);

    /** Takes it away; the app runs no more. */
    void remove(App app);
}
