package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whose this home becomes when it joins. Takes part in the transaction of the joining. */
public interface Newcomers {

    /**
     * What came of a member's invite.
     *
     * @param refusal why it cannot be taken; null when this home is the new member's now
     */
    record Invited(@Nullable String refusal) {}

    /** Takes a member's invite, if a code is one. */
    Optional<Invited> take(Transaction tx, InvitationCode code);

    /**
     * Makes this home that of who made an invitation to the vault, unless it is somebody's already, or it was made with a key
     * that has less than they have.
     *
     * @param keyId with which it was made; null for a window or a local token
     * @return whether who made it may still let homes in; if not, nothing was done
     */
    boolean bind(Transaction tx, String memberId, @Nullable String keyId);
}
