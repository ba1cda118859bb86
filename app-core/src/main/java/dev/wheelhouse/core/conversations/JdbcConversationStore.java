package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Conversations in the state store; each only for its member. */
final class JdbcConversationStore extends Table<Conversation> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcConversationStore(boolean locksRows) {
        super(
                "conversation",
                Columns.of(Conversation.class)
                        .fixed("id", "organization_id", "member_id", "outside_key", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    Optional<Conversation> find(Transaction tx, Caller caller, String id) {
        return select(
                        tx,
                        "WHERE organization_id = ? AND member_id = ? AND id = ?",
                        caller.organizationId(),
                        caller.memberId(),
                        id)
                .findOne();
    }

    /** Which nobody else changes until this transaction is over. */
    Optional<Conversation> lock(Transaction tx, String id) {
        return select(tx, "WHERE id = ?" + forUpdate, id).findOne();
    }

    /** Adds one of an outside assistant, unless there is one. */
    void insertOutside(Transaction tx, Conversation made) {
        insert(tx, made, "ON CONFLICT (organization_id, member_id, outside_key) DO NOTHING");
    }

    /** Which nobody else changes until this transaction is over. */
    Optional<Conversation> lockOutside(Transaction tx, Caller caller) {
        return select(
                        tx,
                        "WHERE organization_id = ? AND member_id = ? AND outside_key = ?" + forUpdate,
                        caller.organizationId(),
                        caller.memberId(),
                        caller.credential())
                .findOne();
    }

    List<Conversation> list(Transaction tx, Caller caller, PageRequest page) {
        return select(
                        tx,
                        "WHERE organization_id = ? AND member_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
                        caller.organizationId(),
                        caller.memberId(),
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    void save(Transaction tx, Conversation changed) {
        update(tx, changed, "WHERE id = ?", changed.id());
    }
}
