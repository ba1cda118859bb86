package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.testing.OpenState;
import java.util.Random;

/** The feature over an open state, as one start of a console makes it. */
final class AccessFixture {

    static final String HOME_ID = "srv_here";

    private AccessFixture() {}

    /** @param seed of the tokens that this start makes */
    static Access start(OpenState state, String homeId, long seed) {
        return start(state, homeId, seed, new SentInvites());
    }

    /** @param post takes the invites */
    static Access start(OpenState state, String homeId, long seed, InvitePost post) {
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        AccessSources sources = new AccessSources(state.ids(), new Random(seed), state.clock());
        Access access = new Access(
                state.home(),
                homeId,
                state.store(),
                events,
                state.workers(),
                post,
                vault(state, homeId, events),
                sources);
        access.start();
        return access;
    }

    private static VaultService vault(OpenState state, String homeId, EventLog events) {
        Vault vault = new Vault(state.home(), homeId, "here", state.store(), state.clock());
        return new VaultService(new VaultService.Parts(
                vault,
                state.home(),
                state.store(),
                events,
                state.jobs(homeId),
                state.ids(),
                new Random(7),
                state.clock()));
    }

    static Caller authenticate(Access access, String token) {
        return access.authenticator().authenticate(token, Origin.HTTP, "req_1", "127.0.0.1");
    }

    /** Who calls with a key that was just made. */
    static Caller authenticate(Access access, CreatedApiKey created) {
        return authenticate(access, created.token().text());
    }
}
