package dev.wheelhouse.api.conversations;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.conversations.ConversationFollowing;
import dev.wheelhouse.core.conversations.ConversationUpdate;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A conversation as events. The id of each is the ordinal of the last message that was told. It ends once the conversation
 * is deleted.
 */
final class ConversationFeed implements EventFeed {

    private final ConversationFollowing following;
    private int ordinal;
    private boolean over;

    ConversationFeed(ConversationFollowing following, int ordinal) {
        this.following = following;
        this.ordinal = ordinal;
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        try {
            return following.next(patience).stream().map(this::event).toList();
        } catch (AppException e) {
            if (e.errorCode() != PlatformError.NOT_FOUND) {
                throw e;
            }
            over = true;
            return List.of(event("end", Map.of()));
        }
    }

    private Event event(ConversationUpdate update) {
        return switch (update) {
            case ConversationUpdate.Said said -> {
                ordinal = said.message().ordinal();
                yield event("message", MessageJson.from(said.message()));
            }
            case ConversationUpdate.Writing writing -> event("text", Map.of("text", writing.text()));
            case ConversationUpdate.Used used -> event("tool", used.toolEvent());
            case ConversationUpdate.Planned planned -> event("plan", PlanJson.from(planned.plan()));
            case ConversationUpdate.Working working -> event("answering", Map.of("answering", working.now()));
        };
    }

    private Event event(String type, Object data) {
        return new Event(Integer.toString(ordinal), type, data);
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        // Nothing is held between two looks.
    }
}
