package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Plans in the state store. */
final class JdbcPlanStore extends Table<Plan> {

    JdbcPlanStore() {
        super(
                "conversation_plan",
                Columns.of(Plan.class)
                        .fixed(
                                "id",
                                "organization_id",
                                "conversation_id",
                                "key_id",
                                "digest",
                                "created_at",
                                "expires_at"));
    }

    Optional<Plan> findOf(Transaction tx, String conversationId, String id) {
        return select(tx, "WHERE conversation_id = ? AND id = ?", conversationId, id)
                .findOne();
    }

    Optional<Plan> findOfJob(Transaction tx, String jobId) {
        return select(tx, "WHERE job_id = ?", jobId).findOne();
    }

    /** Oldest first. */
    List<Plan> of(Transaction tx, String conversationId) {
        return select(tx, "WHERE conversation_id = ? ORDER BY id", conversationId)
                .list();
    }

    /**
     * Saves what was decided or done.
     *
     * @param before that it has to have; one that somebody else decided meanwhile stays
     * @return whether it was saved
     */
    boolean save(Transaction tx, Plan plan, PlanStatus before) {
        return update(tx, plan, "WHERE id = ? AND status = ?", plan.id(), before.wireName());
    }
}
