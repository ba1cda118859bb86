package dev.wheelhouse.api.conversations;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.conversations.Conversation;
import dev.wheelhouse.core.conversations.ConversationMessage;
import dev.wheelhouse.core.conversations.ConversationService;
import dev.wheelhouse.core.conversations.Conversations;
import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conversations with the assistant: operation 20, and those beside it. */
public final class ConversationRoutes {

    private static final String PATH = "/conversations";
    private static final String ONE = PATH + "/{id}";
    private static final String PLAN = ONE + "/plans/{planId}";
    private static final int MOST_MESSAGES = 20_000;
    private static final Pattern ORDINAL = Pattern.compile("[0-9]{1,9}");

    private final ConversationService conversations;
    private final PlanService plans;

    public ConversationRoutes(Conversations conversations) {
        this.conversations = conversations.service();
        this.plans = conversations.plans();
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.CONVERSATIONS_READ);
        Access write = Access.scope(Scope.CONVERSATIONS_WRITE);
        return List.of(
                Route.get("/assistant", read, this::describe),
                Route.post(PATH, write, this::create).withOptionalBody(),
                Route.get(PATH, read, this::list).withPaging(),
                Route.get(ONE, read, this::get),
                Route.delete(ONE, write, this::delete),
                Route.get(ONE + "/messages", read, this::messages).withQuery("limit", "cursor"),
                Route.post(ONE + "/messages", write, this::send),
                Route.get(ONE + "/stream", read, this::stream).producing(MediaTypes.EVENTS),
                Route.post(ONE + "/cancel", write, this::cancel).withoutBody(),
                Route.get(ONE + "/plans", read, this::plans),
                Route.get(PLAN, read, this::plan),
                Route.post(PLAN + "/approve", write, this::approve).withOptionalBody(),
                Route.post(PLAN + "/reject", write, this::reject).withoutBody());
    }

    /** The body of a conversation's beginning. */
    record NewConversationJson(@Nullable String title) {}

    /** The body of a message. */
    record NewMessageJson(String content) {}

    /** The body of an approval: the ordinals of the steps; all that wait when it is left out. */
    record ApprovalJson(Patch<List<Integer>> steps) {}

    private Response describe(Request request) {
        return Response.ok(conversations.describe(request.caller()));
    }

    private Response create(Request request) {
        Conversation made = conversations.create(
                request.caller(), request.body(NewConversationJson.class).title());
        return Response.created(Route.BASE_PATH + PATH + "/" + made.id(), ConversationJson.from(made))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, conversations.list(request.caller(), ServicePages.request(request)), ConversationJson::from);
    }

    private Response get(Request request) {
        Conversation found = conversations.get(request.caller(), id(request));
        return Response.ok(ConversationJson.from(found)).withEntityTag(EntityTag.of(found));
    }

    private Response delete(Request request) {
        Conversation current = conversations.forUse(request.caller(), id(request), Scope.CONVERSATIONS_WRITE);
        conversations.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response messages(Request request) {
        int limit = request.integer("limit", MOST_MESSAGES, 1, MOST_MESSAGES);
        int after = request.text("cursor").map(ConversationRoutes::ordinal).orElse(0);
        List<ConversationMessage> rest = conversations.messages(request.caller(), id(request)).stream()
                .filter(each -> each.ordinal() > after)
                .toList();
        List<ConversationMessage> page = rest.subList(0, Math.min(limit, rest.size()));
        Response response = Response.ok(page.stream().map(MessageJson::from).toList());
        return page.size() == rest.size()
                ? response
                : Paging.withNext(
                        response,
                        request,
                        Optional.of(Integer.toString(page.getLast().ordinal())));
    }

    private static int ordinal(String cursor) {
        if (!ORDINAL.matcher(cursor).matches()) {
            throw AppException.invalid("query.cursor", "Take the cursor from the Link header of the page before.");
        }
        return Integer.parseInt(cursor);
    }

    private Response send(Request request) {
        ConversationMessage said = conversations.send(
                request.caller(),
                id(request),
                request.body(NewMessageJson.class).content());
        return Response.created(
                Route.BASE_PATH + PATH + "/" + said.conversationId() + "/messages", MessageJson.from(said));
    }

    private Response stream(Request request) {
        Caller caller = request.caller();
        String id = conversations.get(caller, id(request)).id();
        int after = request.lastEventId(ORDINAL).map(Integer::parseInt).orElse(0);
        return Response.events(() -> new ConversationFeed(conversations.follow(caller, id, after), after));
    }

    private Response cancel(Request request) {
        conversations.cancel(request.caller(), id(request));
        return Response.ok(
                ConversationJson.from(conversations.forUse(request.caller(), id(request), Scope.CONVERSATIONS_WRITE)));
    }

    private Response plans(Request request) {
        return Response.ok(plans.list(request.caller(), id(request)).stream()
                .map(PlanJson::from)
                .toList());
    }

    private Response plan(Request request) {
        return answer(plans.get(request.caller(), id(request), planId(request)));
    }

    private Response approve(Request request) {
        Plan running = plans.approve(
                request.caller(),
                id(request),
                planId(request),
                request.body(ApprovalJson.class).steps().unlessNull("steps"));
        return Response.accepted(Route.BASE_PATH + "/jobs/" + running.jobId(), PlanJson.from(running));
    }

    private Response reject(Request request) {
        return answer(plans.reject(request.caller(), id(request), planId(request)));
    }

    private static Response answer(Plan plan) {
        return Response.ok(PlanJson.from(plan));
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }

    private static String planId(Request request) {
        return request.pathParameter("planId");
    }
}
