package dev.wheelhouse.api.notifications;

import dev.wheelhouse.api.delivery.DeliveryJson;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.notifications.ChannelService;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notification channels: operations 22 and 23, and those beside them. */
public final class ChannelRoutes {

    private static final ListFilter<ChannelJson> FILTER = ListFilter.byName(ChannelJson::name)
            .andFlag("enabled", ChannelJson::enabled)
            .andFlag("failing", ChannelJson::failing);

    private final ChannelService channels;

    public ChannelRoutes(ChannelService channels) {
        this.channels = channels;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.NOTIFICATIONS_READ);
        Access write = Access.scope(Scope.NOTIFICATIONS_WRITE);
        return List.of(
                Route.post("/notification-channels", write, this::create),
                Route.get("/notification-channels", read, this::list)
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/notification-channels/{id}", read, this::get),
                Route.patch("/notification-channels/{id}", write, this::update),
                Route.delete("/notification-channels/{id}", write, this::delete),
                Route.post("/notification-channels/{id}/test", write, this::test)
                        .withoutBody(),
                Route.get("/notification-channels/{id}/deliveries", read, this::deliveries)
                        .withPaging()
                        .withQuery("status"),
                Route.get("/notification-channels/{id}/deliveries/{deliveryId}", read, this::delivery));
    }

    private Response create(Request request) {
        NotificationChannel made = channels.create(
                request.caller(), request.body(NewChannelJson.class).toDraft());
        return Response.created(
                        Route.BASE_PATH + "/notification-channels/" + made.id(),
                        ChannelJson.from(made, Set.of(), Map.of()))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        Set<String> failing = channels.failing(request.caller());
        Map<String, Integer> pending = channels.pending(request.caller());
        return ServicePages.response(
                request,
                page -> channels.list(request.caller(), page),
                NotificationChannel::id,
                each -> ChannelJson.from(each, failing, pending),
                FILTER);
    }

    private Response get(Request request) {
        return answer(request, channels.get(request.caller(), id(request)));
    }

    private Response update(Request request) {
        return answer(
                request,
                MergePatch.apply(
                        request,
                        () -> forWriting(request),
                        EntityTag::of,
                        current -> channels.update(
                                request.caller(),
                                current.id(),
                                request.body(ChannelPatchJson.class).toDraft(current),
                                current.revision())));
    }

    private Response delete(Request request) {
        NotificationChannel current = forWriting(request);
        channels.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response test(Request request) {
        return Response.ok(channels.test(request.caller(), id(request)));
    }

    private Response deliveries(Request request) {
        Set<DeliveryStatus> statuses = ListFilter.statuses(request, DeliveryStatus.values());
        return ServicePages.response(
                request,
                channels.deliveries(request.caller(), id(request), statuses, ServicePages.request(request)),
                DeliveryJson::from);
    }

    private Response delivery(Request request) {
        return Response.ok(DeliveryJson.from(
                channels.delivery(request.caller(), id(request), request.pathParameter("deliveryId"))));
    }

    private NotificationChannel forWriting(Request request) {
        return channels.forUse(request.caller(), id(request), Scope.NOTIFICATIONS_WRITE);
    }

    private Response answer(Request request, NotificationChannel channel) {
        return Response.ok(ChannelJson.from(
                        channel, channels.failing(request.caller()), channels.pending(request.caller())))
                .withEntityTag(EntityTag.of(channel));
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
