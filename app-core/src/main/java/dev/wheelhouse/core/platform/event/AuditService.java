package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.signing.HomeSigner;
import dev.wheelhouse.core.platform.store.StateStore;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Optional;

/** Shows that a log is whole, here and elsewhere. Thread-safe. */
public final class AuditService {

    private final StateStore store;
    private final EventVerification verification;
    private final SignedHeads heads;
    private final JdbcEventStore events = new JdbcEventStore();

    /** @param signer signs in the name of this console's home */
    public AuditService(StateStore store, Home home, String homeId, HomeSigner signer, Clock clock) {
        this.store = store;
        this.verification = new EventVerification(store);
        this.heads = new SignedHeads(store, home, homeId, signer, clock);
    }

    /** Signs the newest event of each log, as is done every hour. */
    public void sign() {
        heads.sign();
    }

    /**
     * Finds out whether the log of the caller's organization is as it was written: each event by its hash, and the end by
     * what homes signed.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public EventVerification.Result verify(Caller caller) {
        EventVerification.Result result = verification.verify(caller);
        if (result.fault() != null) {
            return result;
        }
        String organization = caller.organizationId();
        for (SignedHead each : heads.of(organization)) {
            Optional<String> fault = faultOf(organization, each);
            if (fault.isPresent()) {
                return new EventVerification.Result(
                        result.first(), Math.min(result.last(), each.ordinal() - 1), fault.get());
            }
        }
        return result;
    }

    private Optional<String> faultOf(String organization, SignedHead signed) {
        if (!signed.isGenuine()) {
            return Optional.of("The signature under event " + signed.ordinal() + " is not one of the home "
                    + signed.homeId() + ".");
        }
        return store.read(tx -> {
            EventCheckpoint checkpoint = events.checkpoint(tx, organization).orElse(null);
            if (checkpoint != null && signed.ordinal() < checkpoint.ordinal()) {
                return Optional.empty();
            }
            String hash = checkpoint != null && signed.ordinal() == checkpoint.ordinal()
                    ? checkpoint.hash()
                    : events.after(tx, organization, signed.ordinal() - 1, 1).stream()
                            .filter(row -> row.ordinal() == signed.ordinal())
                            .map(EventRow::hash)
                            .findFirst()
                            .orElse(null);
            if (hash == null) {
                return Optional.of("The newest events are missing: " + signed.when() + ".");
            }
            return signed.hash().equals(hash)
                    ? Optional.empty()
                    : Optional.of("Events were written anew: " + signed.when() + ", and it was another one.");
        });
    }

    /**
     * Writes the log of the caller's organization, oldest event first, one JSON object a line with the hashes by which it
     * can be verified, and last the signature of this home under the newest one; none while its keys are locked.
     *
     * @throws AppException {@code insufficient_scope}
     * @throws java.io.UncheckedIOException when the output takes no more
     */
    public void export(Caller caller, OutputStream output) {
        caller.require(Scope.AUDIT_READ);
        new EventExport(store, caller.organizationId(), heads).write(output);
    }
}
