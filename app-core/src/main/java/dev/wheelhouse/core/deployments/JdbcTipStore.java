package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the branches of sources were seen, in the state store. */
final class JdbcTipStore extends Table<BranchTip> {

    JdbcTipStore() {
        super("app_source_tip", Columns.of(BranchTip.class).fixed("id"));
    }

    Optional<BranchTip> find(Transaction tx, String appId) {
        return select(tx, "WHERE id = ?", appId).findOne();
    }

    /**
     * Notes where a branch is.
     *
     * @param before as it was read; null for the first time
     * @return false when somebody else has noted something since
     */
    boolean move(Transaction tx, String appId, @Nullable BranchTip before, String branch, String commitId, Instant at) {
        if (before == null) {
            return insert(tx, new BranchTip(appId, branch, commitId, 1, at), "ON CONFLICT (id) DO NOTHING");
        }
        return update(
                tx, before.moved(branch, commitId, at), "WHERE id = ? AND revision = ?", appId, before.revision());
    }
}
