package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sources of apps in the state store. */
final class JdbcSourceStore extends Table<AppSource> {

    JdbcSourceStore() {
        super("app_source", Columns.of(AppSource.class).fixed("id", "organization_id", "created_at"));
    }

    /** The source of an app, of whichever organization. */
    Optional<AppSource> find(Transaction tx, String appId) {
        return select(tx, "WHERE id = ?", appId).findOne();
    }

    /** Those of the other apps of its server whose releases are directories, of whichever organization. */
    List<AppSource> ofFilesBeside(Transaction tx, App app) {
        return select(
                        tx,
                        "WHERE id <> ? AND id IN (SELECT id FROM app WHERE server_id = ? AND runtime <> ?) ORDER BY id",
                        app.id(),
                        app.serverId(),
                        RuntimeKind.CONTAINER)
                .list();
    }

    /**
     * Notes how the last look at its branch went, which is no change of the source.
     *
     * @param trouble null for none
     * @return whether that is news
     */
    boolean setTrouble(Transaction tx, AppSource source, @Nullable String trouble) {
        return tx.execute(
                        "UPDATE app_source SET trouble = ? WHERE id = ? AND revision = ? AND trouble IS DISTINCT FROM ?",
                        trouble,
                        source.id(),
                        source.revision(),
                        trouble)
                == 1;
    }

    /** All that are looked at for pushes are among them. */
    List<AppSource> everywhere(Transaction tx) {
        return select(tx, "ORDER BY id").list();
    }

    /** The names of the apps whose source is read by a connection. */
    List<String> appsOf(Transaction tx, String connectionId) {
        return tx.select(
                        String.class,
                        "SELECT a.name FROM app_source s JOIN app a ON a.id = s.id WHERE s.connection_id = ?"
                                + " ORDER BY a.name",
                        connectionId)
                .list();
    }
}
