package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.AssistantDescription;
import dev.wheelhouse.core.conversations.Conversation;
import dev.wheelhouse.core.conversations.ConversationFollowing;
import dev.wheelhouse.core.conversations.ConversationMessage;
import dev.wheelhouse.core.conversations.ConversationService;
import dev.wheelhouse.core.conversations.ConversationUpdate;
import dev.wheelhouse.core.conversations.Conversations;
import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanService;
import dev.wheelhouse.core.conversations.ToolEvent;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.ObservableMap;
import org.jspecify.annotations.Nullable;

/** One conversation at a time: its messages, the answer under way, its plans. Belongs to the window's thread. */
final class AssistantViewModel {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Between two looks, so that a fast model does not have the panel laid out at each word. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final int SHOWN = 50;

    private final ConversationService service;
    private final PlanService plans;
    private final Workbench workbench;
    private final Latest reading;
    private final ObservableList<Conversation> conversations = FXCollections.observableArrayList();
    private final ObjectProperty<@Nullable Conversation> current = new SimpleObjectProperty<>();
    private final ObservableList<ConversationMessage> messages = FXCollections.observableArrayList();
    private final ObservableMap<String, Plan> planById = FXCollections.observableHashMap();
    private final ObservableList<ToolEvent> usedNow = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper writtenNow = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper answering = new ReadOnlyBooleanWrapper();
    private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper told = new ReadOnlyStringWrapper("");
    private final StringProperty draft = new SimpleStringProperty("");
    private Background.Handle listening = Background.Handle.NONE;
    private boolean shown;
    private boolean sending;
    /** Whether it was shown before: a new conversation that somebody began to type stays one. */
    private boolean opened;

    AssistantViewModel(Conversations conversations, Workbench workbench) {
        this.service = conversations.service();
        this.plans = conversations.plans();
        this.workbench = workbench;
        this.reading = new Latest(workbench.background());
        draft.addListener(_ -> trouble.set(""));
    }

    /** What is read when the panel opens. */
    private record Opening(AssistantDescription description, List<Conversation> conversations) {}

    void onShow() {
        shown = true;
        reading.run(
                () -> new Opening(
                        service.describe(workbench.callers().get()),
                        service.list(workbench.callers().get(), new PageRequest(SHOWN, null))
                                .items()),
                opening -> {
                    told.set(words(opening.description()));
                    take(opening.conversations());
                    Conversation known = current.get();
                    if (known != null) {
                        // It is told from its beginning again.
                        clearAnswer();
                        follow(known, lastOrdinal());
                    } else if (!opened && !conversations.isEmpty()) {
                        choose(conversations.getFirst());
                    }
                    opened = true;
                },
                workbench::say);
    }

    void onHide() {
        shown = false;
        reading.cancel();
        listening.cancel();
    }

    /** What a person should know before the first message. */
    private static String words(AssistantDescription description) {
        if (description.model() == null) {
            return "Commands alone are answered here, and nothing of it leaves the console. /help lists them. A model can be"
                    + " set up in the settings.";
        }
        Map<AssistantSharing, List<String>> bySharing = description.databases().stream()
                .collect(Collectors.groupingBy(
                        AssistantDescription.SharedDatabase::sharing,
                        Collectors.mapping(AssistantDescription.SharedDatabase::name, Collectors.toList())));
        StringBuilder words = new StringBuilder("What you ask and what tools answer goes to " + description.model()
                + " at " + description.baseUrl() + ": states, metrics, events, logs and outputs");
        add(words, ", rows of ", bySharing.get(AssistantSharing.ROWS));
        add(words, ", names of tables of ", bySharing.get(AssistantSharing.NAMES));
        add(words, ", nothing of ", bySharing.get(AssistantSharing.NOTHING));
        return words.append(". Commands beginning with / stay here.").toString();
    }

    private static void add(StringBuilder words, String what, @Nullable List<String> names) {
        if (names != null) {
            words.append(what).append(String.join(" and ", names));
        }
    }

    /** Whether somebody sees that conversation. */
    boolean isShowing(String conversationId) {
        Conversation known = current.get();
        return shown && known != null && known.id().equals(conversationId);
    }

    /** Shows a conversation as soon as it was read. */
    void reveal(String conversationId) {
        workbench.run(caller -> service.get(caller, conversationId), this::choose, workbench::say);
    }

    private void take(List<Conversation> newest) {
        conversations.setAll(newest);
        Conversation known = current.get();
        if (known != null) {
            newest.stream()
                    .filter(each -> each.id().equals(known.id()))
                    .findFirst()
                    .ifPresent(current::set);
        }
    }

    private void readConversations() {
        reading.run(
                () -> service.list(workbench.callers().get(), new PageRequest(SHOWN, null))
                        .items(),
                this::take,
                workbench::say);
    }

    /** Shows another conversation; null for one that begins with the next message. */
    void choose(@Nullable Conversation conversation) {
        Conversation known = current.get();
        if (known != null && conversation != null && known.id().equals(conversation.id())) {
            return;
        }
        listening.cancel();
        current.set(conversation);
        messages.clear();
        planById.clear();
        clearAnswer();
        answering.set(false);
        trouble.set("");
        if (conversation != null) {
            follow(conversation, 0);
        }
    }

    private int lastOrdinal() {
        return messages.isEmpty() ? 0 : messages.getLast().ordinal();
    }

    private void clearAnswer() {
        usedNow.clear();
        writtenNow.set("");
    }

    private void follow(Conversation conversation, int after) {
        listening.cancel();
        if (!shown) {
            return;
        }
        listening = workbench
                .background()
                .run(
                        () -> service.follow(workbench.callers().get(), conversation.id(), after),
                        following -> listen(conversation, following),
                        failure -> lost(conversation, failure));
    }

    private void listen(Conversation conversation, ConversationFollowing following) {
        listening = workbench
                .background()
                .run(
                        () -> following.next(PATIENCE),
                        updates -> {
                            updates.forEach(this::take);
                            listening = workbench.background().after(PAUSE, () -> listen(conversation, following));
                        },
                        failure -> lost(conversation, failure));
    }

    /** The state may be away for a while; one that is gone was deleted. */
    private void lost(Conversation conversation, AppException failure) {
        if (failure.errorCode() == PlatformError.NOT_FOUND) {
            choose(null);
            readConversations();
            return;
        }
        listening = workbench.background().after(RETRY, () -> {
            clearAnswer();
            follow(conversation, lastOrdinal());
        });
    }

    private void take(ConversationUpdate update) {
        switch (update) {
            case ConversationUpdate.Said said -> {
                if (said.message().ordinal() > lastOrdinal()) {
                    messages.add(said.message());
                }
                if (said.message().toolEvents() != null) {
                    clearAnswer();
                }
                if (said.message().ordinal() == 1) {
                    // Its title comes from there.
                    readConversations();
                }
            }
            case ConversationUpdate.Writing writing -> writtenNow.set(writtenNow.get() + writing.text());
            case ConversationUpdate.Used used -> usedNow.add(used.toolEvent());
            case ConversationUpdate.Planned planned ->
                planById.put(planned.plan().id(), planned.plan());
            case ConversationUpdate.Working working -> answering.set(working.now());
        }
    }

    /** Says what was typed; it stays where it is until it was taken. */
    void send() {
        String content = draft.get();
        if (content.isBlank() || sending) {
            return;
        }
        if (answering.get()) {
            trouble.set("The assistant is still at work. Wait for it, or stop it.");
            return;
        }
        sending = true;
        Conversation known = current.get();
        workbench.run(
                caller -> {
                    Conversation in = known == null ? service.create(caller, null) : known;
                    try {
                        service.send(caller, in.id(), content);
                    } catch (AppException e) {
                        if (known == null) {
                            // Nobody wants one in which nothing was said.
                            service.delete(caller, in.id(), null);
                        }
                        throw e;
                    }
                    return in;
                },
                in -> {
                    sending = false;
                    if (draft.get().equals(content)) {
                        draft.set("");
                    }
                    if (known == null && current.get() == null) {
                        conversations.addFirst(in);
                        choose(in);
                    }
                },
                failure -> {
                    sending = false;
                    trouble.set(Objects.requireNonNullElse(failure.getMessage(), ""));
                });
    }

    void cancel() {
        Conversation known = current.get();
        if (known != null) {
            workbench.change(caller -> service.cancel(caller, known.id()), () -> {}, workbench::say);
        }
    }

    void deleteCurrent() {
        Conversation known = current.get();
        if (known == null) {
            return;
        }
        workbench.ask(
                new Question(
                        "Delete this conversation?",
                        "\"" + known.title() + "\" goes with its messages and plans. What was done stays done.",
                        "Delete",
                        true),
                () -> workbench.change(
                        caller -> service.delete(caller, known.id(), null),
                        () -> {
                            conversations.removeIf(each -> each.id().equals(known.id()));
                            choose(conversations.isEmpty() ? null : conversations.getFirst());
                        },
                        workbench::say));
    }

    void approve(Plan plan, List<Integer> ordinals) {
        workbench.run(
                caller -> plans.approve(caller, plan.conversationId(), plan.id(), ordinals),
                running -> planById.put(running.id(), running),
                workbench::say);
    }

    void reject(Plan plan) {
        workbench.run(
                caller -> plans.reject(caller, plan.conversationId(), plan.id()),
                rejected -> planById.put(rejected.id(), rejected),
                workbench::say);
    }

    /** The message before one; empty for the first. */
    Optional<ConversationMessage> before(ConversationMessage message) {
        return messages.stream()
                .filter(each -> each.ordinal() == message.ordinal() - 1)
                .findFirst();
    }

    void copy(ConversationMessage message) {
        workbench.copy(message.content(), "The message");
    }

    @Nullable
    CurlCommand sendCall() {
        Conversation known = current.get();
        return known == null || draft.get().isBlank() ? null : ConversationCalls.send(known.id(), draft.get());
    }

    @Nullable
    CurlCommand cancelCall() {
        Conversation known = current.get();
        return known == null ? null : ConversationCalls.cancel(known.id());
    }

    @Nullable
    CurlCommand deleteCall() {
        Conversation known = current.get();
        return known == null ? null : ConversationCalls.delete(known.id());
    }

    ObservableList<Conversation> conversations() {
        return conversations;
    }

    /** The one that is shown; null for one that begins with the next message. */
    ObjectProperty<@Nullable Conversation> currentProperty() {
        return current;
    }

    ObservableList<ConversationMessage> messages() {
        return messages;
    }

    ObservableMap<String, Plan> plans() {
        return planById;
    }

    /** Of the answer under way. */
    ObservableList<ToolEvent> usedNow() {
        return usedNow;
    }

    /** Of the answer under way. */
    ReadOnlyStringProperty writtenNowProperty() {
        return writtenNow.getReadOnlyProperty();
    }

    ReadOnlyBooleanProperty answeringProperty() {
        return answering.getReadOnlyProperty();
    }

    /** Why what was typed was not taken; empty for nothing. */
    ReadOnlyStringProperty troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    /** Who answers and what they are told. */
    ReadOnlyStringProperty toldProperty() {
        return told.getReadOnlyProperty();
    }

    StringProperty draftProperty() {
        return draft;
    }
}
