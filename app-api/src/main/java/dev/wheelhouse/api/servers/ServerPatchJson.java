package dev.wheelhouse.api.servers;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code PATCH /servers/{id}}: a merge patch (RFC 7396). */
record ServerPatchJson(
        Patch<String> name,
        Patch<String> host,
        Patch<Integer> port,
        Patch<String> user,
        Patch<ServerAuthPatchJson> auth) {

    ServerDraft toDraft(Server current) {
        String after = name.applyRequired("name", current.name());
        return switch (current.address()) {
            case ServerAddress.OwnMachine() -> {
                if (auth.isMentioned()) {
                    throw AppException.invalid("auth", "The console's own machine has none.");
                }
                yield new ServerDraft(
                        after, current.kind(), host.apply(null), port.apply(null), user.apply(null), null);
            }
            case ServerAddress.Ssh ssh ->
                new ServerDraft(
                        after,
                        current.kind(),
                        host.apply(ssh.host()),
                        port.apply(ssh.port()),
                        user.apply(ssh.user()),
                        authAfter(ssh));
        };
    }

    private ServerDraft.@Nullable Auth authAfter(ServerAddress.Ssh ssh) {
        return switch (auth) {
            case Patch.Keep<ServerAuthPatchJson>() ->
                new ServerDraft.Auth(ssh.auth(), SecretChange.keep(), SecretChange.keep(), SecretChange.keep());
            case Patch.Clear<ServerAuthPatchJson>() -> null;
            case Patch.Replace<ServerAuthPatchJson>(ServerAuthPatchJson change) -> change.toAuth(ssh.auth());
        };
    }
}
