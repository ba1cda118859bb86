package dev.wheelhouse.ui.servers.gateway;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Servers as the screens ask for them. Every method blocks, is called beside the window's thread and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface ServerGateway {

    /** With what the last {@link #test} of this window found of each. */
    List<ShownServer> all();

    ShownServer get(String id);

    /** Asks a stored server whether it answers. */
    TestOutcome test(String id);

    /**
     * Asks a server as it stands in a form.
     *
     * @param storedFor id of the server whose stored secret and key are used where nothing else is given; null for none
     * @param trusted fingerprint that the person has accepted for this server; null for none
     */
    TestOutcome testDraft(
            ServerSettings draft, TypedSecret secret, @Nullable String storedFor, @Nullable String trusted);

    /** @param trusted fingerprint that the person has accepted for it; null for none */
    ShownServer create(ServerSettings draft, TypedSecret secret, @Nullable String trusted);

    /**
     * Changes the settings of a server.
     *
     * @param expected the revision that the form was opened with; null overwrites whatever is there
     * @param trusted fingerprint that the person has accepted for it; null for none
     */
    ShownServer update(
            String id, ServerSettings draft, TypedSecret secret, @Nullable Long expected, @Nullable String trusted);

    /** Trusts the host key of a fingerprint, whatever was trusted before. */
    void trust(String id, String fingerprint);

    /** Forgets a server; {@code in_use} names who still needs it. */
    void delete(String id);
}
