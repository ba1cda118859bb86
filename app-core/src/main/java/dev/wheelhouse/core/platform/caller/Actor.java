package dev.wheelhouse.core.platform.caller;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who set work up that begins by itself. It is kept with the work, which may do what the credential might, as far as the
 * member's role goes when it begins; that the key has been deleted since changes nothing.
 *
 * @param keyId null for the window
 * @param scopes wire names of what the credential might do; null for all that the member's role has
 */
public record Actor(
        String memberId, @Nullable String keyId, @Nullable List<String> scopes) {

    /** Why its work was stopped, where that was asked for with the end of the key. */
    public static final String KEY_DELETED = "The key that it was set up with was deleted.";

    public Actor {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }

    public static Actor of(Caller caller) {
        List<String> scopes = caller.isOwnerInPerson()
                ? null
                : caller.scopes().stream().map(Scope::wireName).sorted().toList();
        return new Actor(caller.memberId(), caller.keyId(), scopes);
    }
}
