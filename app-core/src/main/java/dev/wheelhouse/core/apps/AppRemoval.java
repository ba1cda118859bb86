package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.store.Transaction;

/** What another feature has for an app, as the app goes. */
public interface AppRemoval {

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code in_use} when it cannot be deleted now */
    void check(App app);

    /** Takes away what lies on the server; the app runs no more. */
    void remove(App app);

    /** Forgets it, within the change that forgets the app; also where its server was not asked. */
    void forget(Transaction tx, App app);
}
