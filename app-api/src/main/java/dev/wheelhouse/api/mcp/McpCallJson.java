package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.conversations.ConversationService.OutsideCall;
import dev.wheelhouse.core.conversations.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of a call of a tool. */
record McpCallJson(
        List<TextJson> content, boolean isError, @Nullable PlanJson structuredContent) {

    record TextJson(String type, String text) {}

    /** Where a change waits for approval. */
    record PlanJson(String planId, String conversationId) {}

    static McpCallJson from(OutsideCall call) {
        String result = call.answer().result();
        String plan = call.planId();
        String conversation = call.conversationId();
        return plan == null || conversation == null
                ? of(result, call.answer().isError(), null)
                : of(proposal(result, plan, conversation), false, new PlanJson(plan, conversation));
    }

    static McpCallJson failed(String why) {
        return of(why, true, null);
    }

    String text() {
        return content.getFirst().text();
    }

    /** The members of a result. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("content", content);
        members.put("isError", isError);
        if (structuredContent != null) {
            members.put("structuredContent", structuredContent);
        }
        return members;
    }

    private static McpCallJson of(String text, boolean isError, @Nullable PlanJson plan) {
        return new McpCallJson(List.of(new TextJson("text", text)), isError, plan);
    }

    private static String proposal(String what, String plan, String conversation) {
        return "Proposed, not done: " + what + "\n\nThis is plan " + plan + " in conversation " + conversation
                + ". It waits " + Plan.VALID.toMinutes()
                + " minutes for a person, who approves it in Wheelhouse's window (Assistant), or with another key than"
                + " this one by POST " + Route.BASE_PATH + "/conversations/" + conversation + "/plans/" + plan
                + "/approve.";
    }
}
