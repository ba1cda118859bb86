package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.mail.DkimKeyService;
import dev.wheelhouse.core.mail.dkim.DkimExport;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.WireName;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys that sign a mail domain's mail, and their rotation. */
public final class DkimKeyRoutes {

    private static final String ONE = "/mail/domains/{id}";

    private final DkimKeyService keys;

    public DkimKeyRoutes(DkimKeyService keys) {
        this.keys = keys;
    }

    public List<Route> routes() {
        Access write = Access.scope(Scope.MAIL_WRITE);
        return List.of(
                Route.get(ONE + "/dkim-keys", Access.scope(Scope.MAIL_READ), this::list),
                Route.post(ONE + "/dkim-key", write, this::export),
                Route.post(ONE + "/rotate-dkim", write, this::rotate));
    }

    /**
     * A key on the wire, without its private part.
     *
     * @param endsAt when it leaves its state by itself
     */
    record KeyJson(
            String selector,
            DkimKeyType type,
            DkimKeyState state,
            Instant changedAt,
            @Nullable Instant endsAt,
            Instant createdAt) {

        static KeyJson from(DkimKey key) {
            return new KeyJson(key.selector(), key.type(), key.state(), key.changedAt(), key.endsAt(), key.createdAt());
        }
    }

    private Response list(Request request) {
        return Response.ok(keys.list(request.caller(), id(request)).stream()
                .map(KeyJson::from)
                .toList());
    }

    /**
     * @param format for which program
     * @param selector absent for the key that signs
     */
    record ExportJson(DkimExportFormat format, @Nullable String selector) {}

    private Response export(Request request) {
        ExportJson body = request.body(ExportJson.class);
        DkimExport export = keys.export(request.caller(), id(request), body.format(), body.selector());
        return Response.ok(export).showingOnce("files");
    }

    /** What is done of a rotation. */
    enum Step implements WireName {
        BEGIN,
        SWITCH,
        CANCEL
    }

    /**
     * @param step absent for {@code begin}
     * @param selector of the next key; absent for one with the year
     */
    record RotationJson(@Nullable Step step, @Nullable String selector) {}

    private Response rotate(Request request) {
        RotationJson body = request.body(RotationJson.class);
        Step step = Objects.requireNonNullElse(body.step(), Step.BEGIN);
        if (step != Step.BEGIN && body.selector() != null) {
            throw AppException.invalid("selector", "Leave this out: only a new key gets a selector.");
        }
        switch (step) {
            case BEGIN -> keys.rotate(request.caller(), id(request), body.selector());
            case SWITCH -> keys.switchToNext(request.caller(), id(request));
            case CANCEL -> keys.cancel(request.caller(), id(request));
        }
        return Response.ok(keys.after(request.caller(), id(request)).stream()
                .map(KeyJson::from)
                .toList());
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
