package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.api.delivery.DeliveryJson;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.webhooks.CreatedWebhook;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookService;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Outbound webhooks and what was sent to them. */
public final class WebhookRoutes {

    private static final String PATH = "/outbound-webhooks";
    private static final String SECRET = "secret";
    private static final ListFilter<WebhookJson> FILTER =
            ListFilter.<WebhookJson>byFlag("enabled", WebhookJson::enabled).andFlag("failing", WebhookJson::failing);

    private final WebhookService webhooks;

    public WebhookRoutes(WebhookService webhooks) {
        this.webhooks = webhooks;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.WEBHOOKS_READ);
        Access write = Access.scope(Scope.WEBHOOKS_WRITE);
        String one = PATH + "/{id}";
        return List.of(
                Route.post(PATH, write, this::create),
                Route.get(PATH, read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.get(one, read, this::get),
                Route.patch(one, write, this::update),
                Route.delete(one, write, this::delete),
                Route.post(one + "/rotate-secret", write, this::rotateSecret).withoutBody(),
                Route.post(one + "/test", write, this::test).withoutBody(),
                Route.post(one + "/redeliver", write, this::redeliverSince),
                Route.get(one + "/deliveries", read, this::deliveries)
                        .withPaging()
                        .withQuery("status"),
                Route.get(one + "/deliveries/{deliveryId}", read, this::delivery),
                Route.post(one + "/deliveries/{deliveryId}/redeliver", write, this::redeliver)
                        .withoutBody());
    }

    private Response create(Request request) {
        CreatedWebhook made = webhooks.create(
                request.caller(), request.body(NewWebhookJson.class).toDraft());
        Webhook webhook = made.webhook();
        return Response.created(
                        path(webhook.id()),
                        WebhookJson.from(webhook, false, 0, made.secret().text()))
                .withEntityTag(EntityTag.of(webhook))
                .showingOnce(SECRET);
    }

    private Response list(Request request) {
        Set<String> failing = webhooks.failing(request.caller());
        Map<String, Integer> pending = webhooks.pending(request.caller());
        return ServicePages.response(
                request,
                page -> webhooks.list(request.caller(), page),
                Webhook::id,
                each -> WebhookJson.from(each, failing, pending),
                FILTER);
    }

    private Response get(Request request) {
        return answer(request, webhooks.get(request.caller(), id(request)));
    }

    private Response update(Request request) {
        return answer(
                request,
                MergePatch.apply(
                        request,
                        () -> webhooks.get(request.caller(), id(request), Scope.WEBHOOKS_WRITE),
                        EntityTag::of,
                        current -> webhooks.update(
                                request.caller(),
                                current.id(),
                                request.body(WebhookPatchJson.class).toDraft(current),
                                current.revision())));
    }

    private Response delete(Request request) {
        Webhook current = webhooks.get(request.caller(), id(request), Scope.WEBHOOKS_WRITE);
        webhooks.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response rotateSecret(Request request) {
        CreatedWebhook rotated = webhooks.rotateSecret(request.caller(), id(request));
        Webhook webhook = rotated.webhook();
        return Response.ok(WebhookJson.from(
                        webhook,
                        webhooks.failing(request.caller()).contains(webhook.id()),
                        webhooks.pending(request.caller()).getOrDefault(webhook.id(), 0),
                        rotated.secret().text()))
                .withEntityTag(EntityTag.of(webhook))
                .showingOnce(SECRET);
    }

    private Response test(Request request) {
        return Response.ok(TrialJson.from(webhooks.test(request.caller(), id(request))));
    }

    private Response deliveries(Request request) {
        Set<DeliveryStatus> statuses = ListFilter.statuses(request, DeliveryStatus.values());
        return ServicePages.response(
                request,
                webhooks.deliveries(request.caller(), id(request), statuses, ServicePages.request(request)),
                DeliveryJson::from);
    }

    private Response delivery(Request request) {
        return Response.ok(DeliveryJson.from(webhooks.delivery(request.caller(), id(request), deliveryId(request))));
    }

    private Response redeliver(Request request) {
        Delivery again = webhooks.redeliver(request.caller(), id(request), deliveryId(request));
        return Response.accepted(path(again.targetId()) + "/deliveries/" + again.id(), DeliveryJson.from(again));
    }

    private Response redeliverSince(Request request) {
        RedeliveryJson wanted = request.body(RedeliveryJson.class);
        int count = webhooks.redeliver(request.caller(), id(request), wanted.since(), wanted.isFailedOnly());
        return Response.accepted(path(id(request)) + "/deliveries", new RedeliveryJson.Answer(count));
    }

    private Response answer(Request request, Webhook webhook) {
        return Response.ok(WebhookJson.from(
                        webhook, webhooks.failing(request.caller()), webhooks.pending(request.caller())))
                .withEntityTag(EntityTag.of(webhook));
    }

    private static String path(String id) {
        return Route.BASE_PATH + PATH + "/" + id;
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }

    private static String deliveryId(Request request) {
        return request.pathParameter("deliveryId");
    }
}
