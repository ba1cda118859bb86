package dev.wheelhouse.api.settings;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.SettingsService;
import java.util.List;

/** What the owner sets. */
public final class SettingsRoutes {

    private final SettingsService settings;

    public SettingsRoutes(SettingsService settings) {
        this.settings = settings;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/settings", Access.scope(Scope.EVENTS_READ), this::get),
                Route.patch("/settings", Access.scope(Scope.ORGANIZATION_WRITE), this::change));
    }

    private Response get(Request request) {
        return answer(settings.get(request.caller()));
    }

    private Response change(Request request) {
        return answer(MergePatch.apply(
                request,
                () -> settings.forChange(request.caller()),
                SettingsRoutes::tag,
                current -> settings.change(
                        request.caller(), request.body(SettingsPatchJson.class).toDraft(current), current.version())));
    }

    private static Response answer(Settings settings) {
        return Response.ok(SettingsJson.from(settings)).withEntityTag(tag(settings));
    }

    private static EntityTag tag(Settings settings) {
        String version = Long.toHexString(settings.version());
        return EntityTag.strong(settings.listenerTrial() == null ? version : version + "-trial");
    }
}
