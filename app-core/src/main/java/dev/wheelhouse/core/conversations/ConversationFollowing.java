package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation from some message on, for one thread. An answer under way is told piece by piece on the console that works
 * on it; others hear of it once it is a message.
 */
public final class ConversationFollowing {

    /** How soon what another console did is heard of. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ConversationStores stores;
    private final LiveAnswers live;
    private final Caller caller;
    private final String conversationId;
    private final Map<String, Plan> plans = new HashMap<>();
    private int ordinal;
    private @Nullable Boolean working;
    private @Nullable AnswerDraft draft;
    private int textTold;
    private int toolsTold;

    ConversationFollowing(
            ConversationStores stores, LiveAnswers live, Caller caller, String conversationId, int after) {
        this.stores = stores;
        this.live = live;
        this.caller = caller;
        this.conversationId = conversationId;
        this.ordinal = after;
    }

    /**
     * What has come, waiting for the first of it; at first how things are.
     *
     * @param patience the longest wait
     * @return empty when nothing came in time
     * @throws dev.wheelhouse.core.platform.error.AppException {@code not_found} once it is deleted
     */
    public List<ConversationUpdate> next(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            // Before the state is read, so that no change falls between the two.
            long known = live.version();
            List<ConversationUpdate> updates = look();
            if (!updates.isEmpty() || System.nanoTime() >= end) {
                return updates;
            }
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            live.await(known, left.compareTo(LOOK) < 0 ? left : LOOK);
        }
    }

    private List<ConversationUpdate> look() {
        List<ConversationUpdate> updates = new ArrayList<>();
        // The draft first: a message that is read behind it may only be the newer one.
        AnswerDraft now = live.find(conversationId).orElse(null);
        AnswerDraft.Snapshot written = now == null ? null : now.snapshot();
        boolean isWorking = stores.parts().store().read(tx -> {
            Conversation conversation = stores.load(tx, caller, conversationId);
            stores.messages().after(tx, conversationId, ordinal).forEach(each -> {
                ordinal = each.ordinal();
                updates.add(new ConversationUpdate.Said(each));
            });
            Instant moment = stores.parts().clock().instant();
            stores.plans().of(tx, conversationId).stream()
                    .map(each -> each.at(moment))
                    .forEach(each -> {
                        if (!each.equals(plans.put(each.id(), each))) {
                            updates.add(new ConversationUpdate.Planned(each));
                        }
                    });
            return stores.isAtWork(tx, conversation);
        });
        if (working == null || working != isWorking) {
            working = isWorking;
            updates.add(new ConversationUpdate.Working(isWorking));
        }
        if (isWorking && now != null && written != null) {
            addWritten(updates, now, written);
        }
        return updates;
    }

    private void addWritten(List<ConversationUpdate> updates, AnswerDraft now, AnswerDraft.Snapshot written) {
        if (now != draft) {
            draft = now;
            textTold = 0;
            toolsTold = 0;
        }
        for (ToolEvent each :
                written.toolEvents().subList(toolsTold, written.toolEvents().size())) {
            updates.add(new ConversationUpdate.Used(each));
        }
        toolsTold = written.toolEvents().size();
        if (written.text().length() > textTold) {
            updates.add(new ConversationUpdate.Writing(written.text().substring(textTold)));
            textTold = written.text().length();
        }
    }
}
