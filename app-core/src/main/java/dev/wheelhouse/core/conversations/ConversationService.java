package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.model.ModelAssistant;
import dev.wheelhouse.core.conversations.tool.SlashCommand;
import dev.wheelhouse.core.conversations.tool.ToolAnswer;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversations with the assistant, each its member's own. Thread-safe. */
public final class ConversationService {

    /** Of a message, in UTF-8. */
    public static final int MOST_BYTES = 64 << 10;

    public static final int LONGEST_TITLE = 200;

    private static final String UNTITLED = "New conversation";
    private static final String OUTSIDE = "Outside assistant";
    private static final int TITLE_FROM_MESSAGE = 80;

    /** Plans of one outside assistant that wait at once. */
    private static final int MOST_WAITING = 20;

    private final ConversationsConfig parts;
    private final ConversationStores stores;
    private final LiveAnswers live;
    private final Assistant commands;
    private final Assistant model;
    private final Revisions<Conversation> revisions;

    ConversationService(ConversationStores stores, LiveAnswers live) {
        this.parts = stores.parts();
        this.stores = stores;
        this.live = live;
        this.commands = new CommandAssistant(parts.toolbox());
        this.model = new ModelAssistant(
                parts.settings()::assistant,
                parts.outgoing(),
                parts.toolbox(),
                conversationId -> parts.store().read(tx -> stores.plans().of(tx, conversationId)).stream()
                        .map(each -> each.at(parts.clock().instant()))
                        .toList(),
                parts.limits(),
                parts.clock());
        this.revisions =
                new Revisions<>("conversation", parts.store(), stores.conversations(), parts.events(), _ -> Map.of());
    }

    /**
     * Begins a conversation. Scope conversations:write.
     *
     * @param title 1 to 200 characters; null for the beginning of the first message
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} on {@code title}
     */
    public Conversation create(Caller caller, @Nullable String title) {
        caller.require(Scope.CONVERSATIONS_WRITE);
        if (title != null && (title.isBlank() || title.length() > LONGEST_TITLE)) {
            throw AppException.invalid("title", "Use 1 to " + LONGEST_TITLE + " characters, or leave it out.");
        }
        Conversation made = made(caller, null, title == null ? UNTITLED : Excerpt.oneLine(title, LONGEST_TITLE));
        parts.store().change(tx -> {
            stores.conversations().insert(tx, made);
            revisions.append(tx, caller, EventKind.CONVERSATION_CREATED, made);
        });
        return made;
    }

    private Conversation made(Caller caller, @Nullable String outsideKey, String title) {
        return new Conversation(
                parts.ids().next("conv"),
                caller.organizationId(),
                caller.memberId(),
                outsideKey,
                title,
                null,
                parts.clock().instant(),
                1);
    }

    /** The caller's own, newest first. Scope conversations:read. */
    public Page<Conversation> list(Caller caller, PageRequest page) {
        caller.require(Scope.CONVERSATIONS_READ);
        return Page.cut(
                parts.store().read(tx -> stores.conversations().list(tx, caller, page)), page, Conversation::id);
    }

    /** @throws AppException {@code insufficient_scope}; {@code not_found} for one that is not the caller's own */
    public Conversation get(Caller caller, String id) {
        return forUse(caller, id, Scope.CONVERSATIONS_READ);
    }

    /** As {@link #get}, with another scope. */
    public Conversation forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return parts.store().read(tx -> stores.load(tx, caller, id));
    }

    /**
     * Deletes a conversation with its messages and plans; what the assistant does in it is cancelled. Scope
     * conversations:write.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.CONVERSATIONS_WRITE);
        parts.store().change(tx -> {
            Conversation conversation = stores.lock(tx, caller, id);
            revisions.require(conversation, expectedRevision);
            if (conversation.jobId() != null) {
                parts.jobs().stop(tx, conversation.jobId(), "Its conversation was deleted.");
            }
            stores.conversations().delete(tx, id);
            revisions.append(tx, caller, EventKind.CONVERSATION_DELETED, conversation);
        });
        live.changed();
    }

    /** What was said, oldest first; an answer under way is not among it. Scope conversations:read. */
    public List<ConversationMessage> messages(Caller caller, String id) {
        caller.require(Scope.CONVERSATIONS_READ);
        return parts.store()
                .read(tx ->
                        stores.messages().after(tx, stores.load(tx, caller, id).id(), 0));
    }

    /**
     * Says something; the answer is written as a job. Scope conversations:write.
     *
     * @param content up to 64 KiB of UTF-8, not blank; a slash command or a question
     * @return the message
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code validation_failed} on {@code content}, for
     *     an unknown command too; {@code already_running} while the assistant works
     */
    public ConversationMessage send(Caller caller, String id, String content) {
        forUse(caller, id, Scope.CONVERSATIONS_WRITE);
        check(content);
        Caller asking = caller.through(Origin.ASSISTANT, caller.requestId());
        AnswerRun run = new AnswerRun(stores, live, assistant(caller, content), asking, id);
        PlannedJob job = parts.jobs().plan(caller.organizationId(), AnswerRun.KIND, id, PlanService.JOBS, run);
        ConversationMessage said = parts.store().write(tx -> {
            Conversation conversation = stores.lock(tx, caller, id);
            stores.requireIdle(tx, conversation);
            ConversationMessage appended = stores.append(tx, id, MessageRole.USER, content, null, null);
            boolean isFirst = appended.ordinal() == 1 && conversation.title().equals(UNTITLED);
            String title = isFirst ? Excerpt.oneLine(content, TITLE_FROM_MESSAGE) : conversation.title();
            stores.save(tx, conversation, title, job.id());
            job.begin(tx);
            return appended;
        });
        live.changed();
        return said;
    }

    private Assistant assistant(Caller caller, String content) {
        return SlashCommand.isOne(content) || modelOf(caller) == null ? commands : model;
    }

    private @Nullable AssistantSettings modelOf(Caller caller) {
        return parts.settings().live().of(caller.organizationId()).assistant();
    }

    private void check(String content) {
        if (content.isBlank()) {
            throw AppException.invalid("content", "Write something.");
        }
        if (content.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw AppException.invalid("content", "Use at most " + (MOST_BYTES >> 10) + " KiB.");
        }
        if (content.indexOf('\0') >= 0) {
            throw AppException.invalid("content", "Remove the NUL character.");
        }
        if (SlashCommand.isOne(content)) {
            CommandAssistant.check(content, parts.toolbox());
        }
    }

    /**
     * Cancels what the assistant does in a conversation; what it wrote so far stays. Scope conversations:write.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} when it does nothing
     */
    public void cancel(Caller caller, String id) {
        caller.require(Scope.CONVERSATIONS_WRITE);
        parts.store().change(tx -> {
            Conversation conversation = stores.lock(tx, caller, id);
            String jobId = conversation.jobId();
            if (jobId == null || !stores.isAtWork(tx, conversation)) {
                throw new AppException(
                        PlatformError.STATE_INVALID, "The assistant does nothing in this conversation now.");
            }
            parts.jobs().stop(tx, jobId, "Cancelled.");
        });
    }

    /**
     * What is said from a message on, and the answer under way. Scope conversations:read.
     *
     * @param after the ordinal of the last message that is known; 0 for none
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public ConversationFollowing follow(Caller caller, String id, int after) {
        return new ConversationFollowing(stores, live, caller, get(caller, id).id(), after);
    }

    /** Who answers, and what they are told. Scope conversations:read. */
    public AssistantDescription describe(Caller caller) {
        caller.require(Scope.CONVERSATIONS_READ);
        List<AssistantDescription.SharedDatabase> databases = !caller.may(Scope.DATABASES_READ)
                ? List.of()
                : parts.connections().all(caller, Scope.DATABASES_READ).stream()
                        .map(each -> new AssistantDescription.SharedDatabase(each.id(), each.name(), each.sharing()))
                        .sorted(Comparator.comparing(AssistantDescription.SharedDatabase::name))
                        .toList();
        AssistantSettings settings = modelOf(caller);
        return settings == null
                ? new AssistantDescription(null, null, databases)
                : new AssistantDescription(settings.baseUrl(), settings.model(), databases);
    }

    /** What an outside assistant's use of a tool came to. */
    public record OutsideCall(
            ToolAnswer answer,
            @Nullable String conversationId,
            @Nullable String planId) {}

    /**
     * Uses a tool for an assistant that runs elsewhere, with the caller's rights; a change becomes a plan in a conversation
     * of the caller's member. Scope conversations:write for a change, and what the tool needs.
     *
     * @param caller of origin MCP
     */
    public OutsideCall callFromOutside(Caller caller, String tool, Map<String, Object> input) {
        ToolAnswer answer = parts.toolbox().use(caller, tool, input, true);
        ToolAnswer.Proposed proposed = answer.proposed();
        if (proposed == null) {
            return new OutsideCall(answer, null, null);
        }
        caller.require(Scope.CONVERSATIONS_WRITE);
        OutsideCall filed = parts.store().write(tx -> fileFromOutside(tx, caller, answer, proposed));
        live.changed();
        return filed;
    }

    private OutsideCall fileFromOutside(
            Transaction tx, Caller caller, ToolAnswer answer, ToolAnswer.Proposed proposed) {
        // Of two that file for the first time at once, the second finds what the first made.
        stores.conversations().insertOutside(tx, made(caller, caller.credential(), OUTSIDE));
        Conversation conversation = stores.conversations()
                .lockOutside(tx, caller)
                .orElseThrow(() -> AppException.notFound("conversation", OUTSIDE));
        Instant now = parts.clock().instant();
        long waiting = stores.plans().of(tx, conversation.id()).stream()
                .filter(each -> each.at(now).status() == PlanStatus.PROPOSED)
                .count();
        if (waiting >= MOST_WAITING) {
            ToolAnswer refused = new ToolAnswer(
                    answer.tool(),
                    answer.input(),
                    "Not proposed: " + waiting + " plans wait for a person already. Have them decided first.",
                    true,
                    null);
            return new OutsideCall(refused, null, null);
        }
        String planId = stores.file(tx, caller, conversation, List.of(PlanStep.proposed(1, proposed)));
        stores.append(
                tx,
                conversation.id(),
                MessageRole.ASSISTANT,
                "Proposed: " + proposed.preview().sentence() + ".",
                List.of(ToolEvent.of(answer)),
                planId);
        return new OutsideCall(answer, conversation.id(), planId);
    }
}
