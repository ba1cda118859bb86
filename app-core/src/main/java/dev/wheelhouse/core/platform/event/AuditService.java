package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.signing.HomeSigner;
import dev.wheelhouse.core.platform.store.StateStore;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;

/** Shows that a log is whole, here and elsewhere. Thread-safe. */
public final class AuditService {

    private final StateStore store;
    private final EventVerification verification;
    private final SignedHeads heads;

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
        try {
            for (SignedHead each : heads.of(caller.organizationId())) {
                Optional<String> fault = heads.faultOf(each);
                if (fault.isPresent()) {
                    return new EventVerification.Result(
                            result.first(), Math.min(result.last(), each.ordinal() - 1), fault.get());
                }
            }
        } catch (UncheckedIOException e) {
            return new EventVerification.Result(result.first(), result.last(), e.getMessage() + ".");
        }
        return result;
    }

    /**
     * Writes the log of the caller's organization, oldest event first, one JSON object a line with the hashes by which it
     * can be verified, and last the signature of this home under the newest one; none while its keys are locked, and
     * where the log is not the one that it signed before.
     *
     * @throws AppException {@code insufficient_scope}
     * @throws UncheckedIOException when the output takes no more
     */
    public void export(Caller caller, OutputStream output) {
        caller.require(Scope.AUDIT_READ);
        new EventExport(store, caller.organizationId(), heads).write(output);
    }
}
