package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.List;

/** The API calls behind the assistant's panel. */
final class ConversationCalls {

    private static final String ALL = "/conversations";

    private ConversationCalls() {}

    static CurlCommand begin() {
        return CurlCommand.post(ALL);
    }

    static CurlCommand delete(String id) {
        return CurlCommand.delete(one(id));
    }

    static CurlCommand send(String id, String content) {
        return CurlCommand.post(one(id) + "/messages", new CallBody().with("content", content));
    }

    static CurlCommand messages(String id) {
        return CurlCommand.get(one(id) + "/messages");
    }

    static CurlCommand cancel(String id) {
        return CurlCommand.post(one(id) + "/cancel");
    }

    /** @param ordinals of the steps */
    static CurlCommand approve(Plan plan, List<Integer> ordinals) {
        return CurlCommand.post(one(plan) + "/approve", new CallBody().with("steps", ordinals));
    }

    static CurlCommand reject(Plan plan) {
        return CurlCommand.post(one(plan) + "/reject");
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }

    private static String one(Plan plan) {
        return one(plan.conversationId()) + "/plans/" + CurlCommand.segment(plan.id());
    }
}
