package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Apps with what is remembered of each, and the events that go with a change. Thread-safe. */
final class AppRecords {

    private static final int TRIES = 10;

    private final StateStore store;
    private final EventLog events;
    private final JdbcAppStore apps = new JdbcAppStore();
    private final JdbcAppStateStore states = new JdbcAppStateStore();

    AppRecords(StateStore store, EventLog events) {
        this.store = store;
        this.events = events;
    }

    /** Apps of one kind on one server, with their states by id. */
    record Loaded(List<App> apps, Map<String, AppState> states) {}

    JdbcAppStore apps() {
        return apps;
    }

    EventLog events() {
        return events;
    }

    List<JdbcAppStore.Group> groups() {
        return store.read(apps::groups);
    }

    Loaded load(JdbcAppStore.Group group) {
        return store.read(tx -> new Loaded(apps.of(tx, group), states.of(tx, group)));
    }

    App get(String organizationId, String id) {
        return store.read(tx -> apps.find(tx, organizationId, id)).orElseThrow(() -> AppException.notFound("app", id));
    }

    /**
     * Replaces what an app is on its server, as its release says.
     *
     * @return the app as it was saved
     */
    App changeSpec(App asked, AppSpec spec) {
        return store.write(tx -> changeSpec(tx, asked, spec));
    }

    App changeSpec(Transaction tx, App asked, AppSpec spec) {
        App app = apps.find(tx, asked.organizationId(), asked.id())
                .orElseThrow(() -> AppException.notFound("app", asked.id()));
        App after = app.with(spec, app.revision() + 1);
        apps.update(tx, after, "WHERE id = ?", app.id());
        return after;
    }

    AppState state(App app) {
        return store.read(tx -> states.find(tx, app.id())).orElse(AppState.NEW);
    }

    void insert(Transaction tx, App app) {
        apps.insert(tx, app);
        states.insert(tx, app.organizationId(), app.id());
    }

    void delete(Transaction tx, String appId) {
        states.delete(tx, appId);
        apps.delete(tx, appId);
    }

    /** Forgets how an app was seen and what was wanted of it. */
    void resetState(Transaction tx, String appId) {
        states.reset(tx, appId);
    }

    /** Saves what a look found, with its events, unless somebody changed the state since it was read; false then. */
    boolean saveSeen(App app, AppState after, List<NewEvent> found) {
        return store.write(tx -> {
            if (!states.update(tx, app.id(), after)) {
                return false;
            }
            found.forEach(each -> events.appendOfConsole(tx, app.organizationId(), each));
            return true;
        });
    }

    /**
     * Changes the state, whatever it is now.
     *
     * @param more appends the events of the change, given what it replaces
     * @return the state as it was saved
     */
    AppState change(App app, UnaryOperator<AppState> change, BiConsumer<Transaction, AppState> more) {
        for (int i = 0; i < TRIES; i++) {
            AppState before = state(app);
            AppState after = change.apply(before);
            boolean saved = store.write(tx -> {
                if (!states.update(tx, app.id(), after)) {
                    return false;
                }
                more.accept(tx, before);
                return true;
            });
            if (saved) {
                return after;
            }
        }
        throw AppException.notFound("app", app.id());
    }
}
