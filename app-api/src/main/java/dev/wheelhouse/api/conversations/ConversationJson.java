package dev.wheelhouse.api.conversations;

import dev.wheelhouse.core.conversations.Conversation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A conversation on the wire.
 *
 * @param answering whether the assistant is at work in it
 * @param jobId of that work
 */
record ConversationJson(
        String id,
        String title,
        boolean answering,
        @Nullable String jobId,
        Instant createdAt) {

    static ConversationJson from(Conversation conversation) {
        return new ConversationJson(
                conversation.id(),
                conversation.title(),
                conversation.jobId() != null,
                conversation.jobId(),
                conversation.createdAt());
    }
}
