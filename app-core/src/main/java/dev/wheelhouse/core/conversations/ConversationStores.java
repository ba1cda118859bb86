package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of the feature, and what several of its classes do with them. */
record ConversationStores(
        ConversationsConfig parts,
        JdbcConversationStore conversations,
        JdbcMessageStore messages,
        JdbcPlanStore plans) {

    static ConversationStores of(ConversationsConfig parts) {
        return new ConversationStores(
                parts,
                new JdbcConversationStore(parts.store().isShared()),
                new JdbcMessageStore(),
                new JdbcPlanStore());
    }

    /** @throws AppException {@code not_found} for one that is not the caller's own */
    Conversation load(Transaction tx, Caller caller, String id) {
        return conversations.find(tx, caller, id).orElseThrow(() -> AppException.notFound("conversation", id));
    }

    /** As {@link #load}, which nobody else changes until the transaction is over. */
    Conversation lock(Transaction tx, Caller caller, String id) {
        load(tx, caller, id);
        return conversations.lock(tx, id).orElseThrow(() -> AppException.notFound("conversation", id));
    }

    /** Whether it is answered or a plan of it is carried out; a job that ended without a word to it counts no more. */
    boolean isAtWork(Transaction tx, Conversation conversation) {
        return conversation.jobId() != null
                && parts.jobs()
                        .unfinished(tx, List.of(AnswerRun.KIND, PlanRun.KIND), conversation.id())
                        .contains(conversation.jobId());
    }

    /** @throws AppException {@code already_running} while it is at work */
    void requireIdle(Transaction tx, Conversation conversation) {
        if (isAtWork(tx, conversation)) {
            throw new AppException(
                    PlatformError.ALREADY_RUNNING,
                    "The assistant is at work in this conversation. Wait for it, or cancel it.");
        }
    }

    void save(Transaction tx, Conversation before, String title, @Nullable String jobId) {
        conversations.save(
                tx,
                new Conversation(
                        before.id(),
                        before.organizationId(),
                        before.memberId(),
                        before.outsideKey(),
                        title,
                        jobId,
                        before.createdAt(),
                        before.revision() + 1));
    }

    /** Adds a message at the end; the conversation is locked. */
    ConversationMessage append(
            Transaction tx,
            String conversationId,
            MessageRole role,
            String content,
            @Nullable List<ToolEvent> toolEvents,
            @Nullable String planId) {
        ConversationMessage message = new ConversationMessage(
                parts.ids().next("msg"),
                conversationId,
                messages.newest(tx, conversationId) + 1,
                role,
                content,
                toolEvents,
                planId,
                parts.clock().instant());
        messages.insert(tx, message);
        return message;
    }

    /** Files a plan of what was proposed, if anything was. */
    @Nullable
    String file(Transaction tx, Caller caller, Conversation in, List<PlanStep> steps) {
        if (steps.isEmpty()) {
            return null;
        }
        Plan plan = Plan.filed(
                parts.ids().next("plan"),
                in,
                caller.keyId(),
                steps,
                parts.clock().instant());
        plans.insert(tx, plan);
        tell(tx, caller, EventKind.CONVERSATION_PLAN_FILED, plan, steps);
        return plan.id();
    }

    /** Tells what happened to steps of a plan, without what only its member may see. */
    void tell(Transaction tx, Caller caller, EventKind kind, Plan plan, List<PlanStep> steps) {
        List<String> sentences = steps.stream().map(PlanStep::sentence).toList();
        parts.events()
                .append(
                        tx,
                        caller,
                        new NewEvent(kind, plan.conversationId(), Map.of("planId", plan.id(), "steps", sentences)));
    }
}
