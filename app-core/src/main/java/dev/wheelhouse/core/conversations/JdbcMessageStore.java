package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** Messages in the state store. */
final class JdbcMessageStore extends Table<ConversationMessage> {

    JdbcMessageStore() {
        super("conversation_message", Columns.of(ConversationMessage.class));
    }

    /** Those behind an ordinal, in their order. */
    List<ConversationMessage> after(Transaction tx, String conversationId, int ordinal) {
        return select(tx, "WHERE conversation_id = ? AND ordinal > ? ORDER BY ordinal", conversationId, ordinal)
                .list();
    }

    /** The ordinal of the newest; 0 for none. */
    int newest(Transaction tx, String conversationId) {
        return tx.select(
                        Integer.class,
                        "SELECT coalesce(max(ordinal), 0) FROM conversation_message WHERE conversation_id = ?",
                        conversationId)
                .one();
    }
}
