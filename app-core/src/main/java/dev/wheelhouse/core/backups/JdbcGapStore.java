package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gaps in the state store. */
final class JdbcGapStore {

    /** A gap as it is kept. */
    record Row(
            String configId,
            int timeline,
            String fromPosition,
            String toPosition,
            @Nullable Instant lastTime,
            Instant noticedAt,
            String reason) {

        static Row of(String configId, WalGap gap) {
            return new Row(
                    configId,
                    gap.timeline(),
                    gap.from().toString(),
                    gap.to().toString(),
                    gap.lastTime(),
                    gap.noticedAt(),
                    gap.reason().name());
        }

        WalGap gap() {
            return new WalGap(
                    timeline,
                    WalPosition.parse(fromPosition),
                    WalPosition.parse(toPosition),
                    lastTime,
                    noticedAt,
                    WalGapReason.valueOf(reason));
        }
    }

    private static final class Rows extends Table<Row> {

        Rows() {
            super("backup_gap", Columns.of(Row.class));
        }

        boolean add(Transaction tx, Row row) {
            return insert(tx, row, "ON CONFLICT (config_id, timeline, from_position) DO NOTHING");
        }
    }

    private final Rows rows = new Rows();

    /** Adds a gap; false when it is known already. */
    boolean add(Transaction tx, String configId, WalGap gap) {
        return rows.add(tx, Row.of(configId, gap));
    }

    List<WalGap> all(Transaction tx, String configId) {
        return rows.select(tx, "WHERE config_id = ? ORDER BY noticed_at", configId).list().stream()
                .map(Row::gap)
                .toList();
    }
}
