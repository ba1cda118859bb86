package dev.wheelhouse.api.conversations;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wheelhouse.core.conversations.ConversationMessage;
import dev.wheelhouse.core.conversations.MessageRole;
import dev.wheelhouse.core.conversations.ToolEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message on the wire (operation 20). */
record MessageJson(
        String id,
        int ordinal,
        MessageRole role,
        String content,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable List<ToolEvent> toolEvents,
        @Nullable String planId,
        Instant createdAt) {

    static MessageJson from(ConversationMessage message) {
        return new MessageJson(
                message.id(),
                message.ordinal(),
                message.role(),
                message.content(),
                message.toolEvents(),
                message.planId(),
                message.createdAt());
    }
}
