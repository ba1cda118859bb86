package dev.wheelhouse.core.conversations;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message. It is complete: what is still being written is no message yet.
 *
 * @param id {@code msg_…}
 * @param ordinal from 1, without holes
 * @param toolEvents null for what a person wrote
 * @param planId the plan that was filed with it; null for none
 */
public record ConversationMessage(
        String id,
        String conversationId,
        int ordinal,
        MessageRole role,
        String content,
        @Nullable List<ToolEvent> toolEvents,
        @Nullable String planId,
        Instant createdAt) {}
