package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A home over a state that others use too; a second one over the same directory is its console started again. */
final class TestHome {

    private final OpenState state;
    private final Home home;
    private final Vault vault;
    private final VaultService service;
    private final JobService jobs;

    TestHome(OpenState state, Path directory, String id) {
        this.state = state;
        home = Home.open(directory);
        vault = new Vault(home, id, "machine of " + id, state.store(), state.clock());
        jobs = state.jobs(id);
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), id);
        service = new VaultService(new VaultService.Parts(
                vault, home, state.store(), events, jobs, state.ids(), new Random(id.hashCode()), state.clock()));
    }

    Home home() {
        return home;
    }

    Vault vault() {
        return vault;
    }

    VaultService service() {
        return service;
    }

    /** Joins with an invitation to the vault alone, and is nobody's. */
    void join(String code) {
        service.join(code, new Newcomers() {
            @Override
            public Optional<Invited> take(Transaction tx, InvitationCode typed) {
                return Optional.empty();
            }

            @Override
            public boolean bind(Transaction tx, String memberId, @Nullable String keyId) {
                return true;
            }
        });
    }

    void put(Caller owner, SecretRef ref, String secret) {
        vault.prepare();
        state.store().change(tx -> vault.putText(tx, owner.organizationId(), ref, secret));
    }

    void awaitEnd(Caller owner, Job job) {
        Awaiting.until(() -> jobs.get(owner, job.id()).status().isFinal());
    }
}
