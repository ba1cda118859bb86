package dev.wheelhouse.api.vault;

import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.secret.VaultHome;
import dev.wheelhouse.core.platform.secret.VaultStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The vault on the wire. */
record VaultJson(State state, boolean passphrase, int keyVersion, List<HomeJson> homes) {

    enum State implements WireName {
        OPEN,
        LOCKED
    }

    record HomeJson(
            String id,
            String name,
            String publicKey,
            String signingKey,
            Instant joinedAt,
            @Nullable Instant lastSeenAt) {

        static HomeJson from(VaultHome home) {
            return new HomeJson(
                    home.id(), home.name(), home.publicKey(), home.signingKey(), home.joinedAt(), home.lastSeenAt());
        }
    }

    static VaultJson from(VaultStatus status) {
        return new VaultJson(
                status.locked() ? State.LOCKED : State.OPEN,
                status.passphrase(),
                status.keyVersion(),
                status.homes().stream().map(HomeJson::from).toList());
    }
}
