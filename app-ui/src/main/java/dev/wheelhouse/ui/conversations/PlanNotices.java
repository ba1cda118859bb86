package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.ConversationService;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventFollowing;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Tells of what assistants propose to this member, outside ones too, which a person has to approve in time. */
final class PlanNotices implements Watch {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final EventFollowers events;
    private final ConversationService conversations;
    private final Workbench workbench;
    private final Predicate<String> isShown;
    private final Consumer<String> opens;
    private Background.Handle listening = Background.Handle.NONE;

    /**
     * @param isShown whether somebody sees a conversation, by its id
     * @param opens shows a conversation
     */
    PlanNotices(
            EventFollowers events,
            ConversationService conversations,
            Workbench workbench,
            Predicate<String> isShown,
            Consumer<String> opens) {
        this.events = events;
        this.conversations = conversations;
        this.workbench = workbench;
        this.isShown = isShown;
        this.opens = opens;
    }

    @Override
    public void onShow() {
        EventFilter filter = new EventFilter(List.of(EventKind.CONVERSATION_PLAN_FILED.wireName()), null, null, null);
        listening = workbench.run(
                caller -> events.follow(caller, filter, null),
                this::listen,
                _ -> listening = workbench.background().after(RETRY, this::onShow));
    }

    @Override
    public void onHide() {
        listening.cancel();
    }

    private void listen(EventFollowing feed) {
        listening = workbench
                .background()
                .run(
                        () -> feed.next(PATIENCE),
                        feed::close,
                        found -> {
                            found.forEach(this::tell);
                            listen(feed);
                        },
                        _ -> {
                            feed.close();
                            listening = workbench.background().after(RETRY, this::onShow);
                        });
    }

    private void tell(Event event) {
        String id = event.subjectId();
        if (isShown.test(id)) {
            return;
        }
        String what = event.data().get("steps") instanceof List<?> steps && !steps.isEmpty()
                ? steps.getFirst() + (steps.size() == 1 ? "" : " and " + (steps.size() - 1) + " more")
                : "changes";
        workbench.run(
                caller -> conversations.get(caller, id),
                _ -> workbench.say(Notice.warning("An assistant proposes: " + what + ". It waits for your approval.")
                        .withLink("Show the plan", () -> opens.accept(id))),
                // Another member's.
                _ -> {});
    }
}
