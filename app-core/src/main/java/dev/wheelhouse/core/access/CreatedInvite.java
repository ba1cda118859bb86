package dev.wheelhouse.core.access;

import org.jspecify.annotations.Nullable;

/**
 * A new invite and, this one time, its token.
 *
 * @param text to be sent to the invited person, who finds in it what to do; it has the token
 * @param mailed whether the mail server of the settings took it
 * @param mailError what that server said instead; null when it took it, and when none is set
 */
public record CreatedInvite(
        Invite invite,
        String token,
        String text,
        boolean mailed,
        @Nullable String mailError) {

    /** Never the token itself. */
    @Override
    public String toString() {
        return "CreatedInvite[" + invite.id() + "]";
    }
}
