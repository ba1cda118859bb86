package dev.wheelhouse.api.delivery;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.notifications.ChannelService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.webhooks.WebhookService;
import java.util.ArrayList;
import java.util.List;

/** Whom an event reached. */
public final class EventDeliveryRoutes {

    private final EventService events;
    private final WebhookService webhooks;
    private final ChannelService channels;

    public EventDeliveryRoutes(EventService events, WebhookService webhooks, ChannelService channels) {
        this.events = events;
        this.webhooks = webhooks;
        this.channels = channels;
    }

    public List<Route> routes() {
        return List.of(Route.get("/events/{id}/deliveries", Access.scope(Scope.EVENTS_READ), this::list));
    }

    /** As far as the caller may see where it went. */
    private Response list(Request request) {
        Caller caller = request.caller();
        Event event = events.get(caller, request.pathParameter("id"));
        List<Delivery> all = new ArrayList<>();
        if (caller.may(Scope.WEBHOOKS_READ)) {
            all.addAll(webhooks.deliveriesOf(caller, event));
        }
        if (caller.may(Scope.NOTIFICATIONS_READ)) {
            all.addAll(channels.deliveriesOf(caller, event));
        }
        return Response.ok(all.stream().map(DeliveryJson::from).toList());
    }
}
