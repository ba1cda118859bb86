package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a window asks of conversations; {@link ConversationService} answers it. Methods may block. */
public interface ConversationGateway {

    Conversation create(Caller caller, @Nullable String title);

    Page<Conversation> list(Caller caller, PageRequest page);

    void delete(Caller caller, String id, @Nullable Long expectedRevision);

    List<ConversationMessage> messages(Caller caller, String id);

    ConversationMessage send(Caller caller, String id, String content);

    void cancel(Caller caller, String id);

    ConversationFollowing follow(Caller caller, String id, int after);

    AssistantDescription describe(Caller caller);
}
