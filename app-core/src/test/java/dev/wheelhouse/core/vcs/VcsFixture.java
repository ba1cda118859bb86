package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The feature over a state of its own, with a provider of each kind on loopback. */
final class VcsFixture implements AutoCloseable {

    static final String OWN_ADDRESS = "http://127.0.0.1:7465";

    private final OpenState state;
    private final Vault vault;
    private final EventLog events;
    private final Caller owner;
    private final Vcs vcs;
    private final Map<VcsKind, VcsStandIn> standIns = new EnumMap<>(VcsKind.class);
    private volatile List<String> privateHosts = List.of("127.0.0.1");
    private volatile @Nullable String publicAddress;

    VcsFixture(StateKind kind, Path directory) {
        state = OpenState.create(kind, directory);
        vault = new Vault(state.home(), "srv_here", "own", state.store(), state.clock());
        events = new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
        owner = state.organizations().newOrganization();
        vcs = newConsole();
    }

    /** The feature once more over the same state, as another console has it. */
    Vcs newConsole() {
        return new Vcs(new VcsConfig(
                state.store(),
                vault,
                events,
                new OutgoingRequests(() -> privateHosts, state.workers()),
                state.workers(),
                state.ids(),
                new Random(5),
                state.clock(),
                _ -> Optional.ofNullable(publicAddress)));
    }

    VcsStandIn standIn(VcsKind kind) {
        return standIns.computeIfAbsent(kind, VcsStandIn::of);
    }

    VcsConnectionDraft draft(VcsKind kind) {
        return new VcsConnectionDraft(
                kind, kind.wireName(), standIn(kind).base().toString(), VcsStandIn.TOKEN);
    }

    VcsConnection create(VcsKind kind) {
        return connections().create(owner, draft(kind));
    }

    void allowPrivate(List<String> hosts) {
        privateHosts = hosts;
    }

    void publicAddress(@Nullable String address) {
        publicAddress = address;
    }

    VcsConnectionService connections() {
        return vcs.connections();
    }

    VcsHooks hooks() {
        return vcs.hooks();
    }

    Vcs vcs() {
        return vcs;
    }

    OpenState state() {
        return state;
    }

    Caller owner() {
        return owner;
    }

    List<VcsHook> hooksOf(String subjectId) {
        return state.store().read(tx -> vcs.hooks().of(tx, owner.organizationId(), subjectId));
    }

    /** What proves the requests of a webhook. */
    HookSecrets secrets(VcsHook hook) {
        return vcs.hooks().findSecrets(hook).orElseThrow();
    }

    Optional<String> secret(String table, String id, String field) {
        return vault.findText(new SecretRef(table, id, field));
    }

    List<Event> events() {
        return new EventService(state.store())
                .list(owner, EventFilter.ALL, new PageRequest(50, null))
                .items();
    }

    @Override
    public void close() {
        vcs.close();
        standIns.values().forEach(VcsStandIn::close);
        state.close();
    }
}
