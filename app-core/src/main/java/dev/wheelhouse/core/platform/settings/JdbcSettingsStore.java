package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** Settings of organizations in the state store; one that changed none has no row. */
final class JdbcSettingsStore extends Table<SettingsRow> {

    JdbcSettingsStore() {
        super("organization_settings", Columns.of(SettingsRow.class).fixed("organization_id"));
    }

    Optional<SettingsRow> find(Transaction tx, String organizationId) {
        return select(tx, "WHERE organization_id = ?", organizationId).findOne();
    }

    /** @return whether the revision before was still there */
    boolean put(Transaction tx, SettingsRow row) {
        return row.revision() == 1
                ? insert(tx, row, "ON CONFLICT (organization_id) DO NOTHING")
                : update(
                        tx,
                        row,
                        "WHERE organization_id = ? AND revision = ?",
                        row.organizationId(),
                        row.revision() - 1);
    }
}
