package dev.wheelhouse.api.vault;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.jobs.JobJson;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.secret.VaultService;
import java.util.List;

/** Who may open the vault, its passphrase and its key. */
public final class VaultRoutes {

    private final VaultService vault;

    public VaultRoutes(VaultService vault) {
        this.vault = vault;
    }

    public List<Route> routes() {
        Access owner = Access.scope(Scope.ORGANIZATION_WRITE);
        return List.of(
                Route.get("/vault", owner, request -> Response.ok(VaultJson.from(vault.status(request.caller())))),
                Route.post("/vault/unlock", owner, this::unlock),
                Route.post("/vault/lock", owner, request -> Response.ok(VaultJson.from(vault.lock(request.caller()))))
                        .withoutBody(),
                Route.post("/vault/passphrase", owner, this::setPassphrase),
                Route.post("/vault/invitations", owner, this::invite).withoutBody(),
                Route.post("/vault/rotate", owner, request -> JobJson.accepted(vault.rotate(request.caller())))
                        .withoutBody(),
                Route.delete("/vault/homes/{id}", owner, this::removeHome));
    }

    private Response unlock(Request request) {
        UnlockJson body = request.body(UnlockJson.class);
        return Response.ok(VaultJson.from(vault.unlock(request.caller(), body.passphrase())));
    }

    private Response setPassphrase(Request request) {
        PassphraseJson body = request.body(PassphraseJson.class);
        return Response.ok(VaultJson.from(
                vault.setPassphrase(request.caller(), body.passphrase(), body.newPassphrase(), body.isConfirmed())));
    }

    private Response invite(Request request) {
        return Response.created(Route.BASE_PATH + "/vault", VaultInvitationJson.from(vault.invite(request.caller())))
                .showingOnce("code");
    }

    private Response removeHome(Request request) {
        vault.removeHome(request.caller(), request.pathParameter("id"));
        return Response.noContent();
    }
}
