package dev.wheelhouse.api.servers;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;

/** What changes of a log-in. */
record ServerAuthPatchJson(
        Patch<ServerAuthType> type, Patch<String> privateKey, Patch<String> passphrase, Patch<String> password) {

    ServerDraft.Auth toAuth(ServerAuthType current) {
        return new ServerDraft.Auth(
                type.applyRequired("auth.type", current), change(privateKey), change(passphrase), change(password));
    }

    private static SecretChange change(Patch<String> patch) {
        return patch.isMentioned() ? SecretChange.replace(patch.apply(null)) : SecretChange.keep();
    }

    /** Never the secrets. */
    @Override
    public String toString() {
        return "ServerAuthPatchJson[…]";
    }
}
