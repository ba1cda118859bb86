package dev.wheelhouse.api.servers;

import dev.wheelhouse.core.servers.Servers;
import org.jspecify.annotations.Nullable;

/**
 * The word {@code local}, by which callers name the machine that answers them. It is resolved here, at the edge, and never
 * stored: on another console it would be another machine.
 */
public final class ServerAlias {

    private static final String OWN = "local";

    private final String ownId;

    public ServerAlias(Servers servers) {
        ownId = servers.service().ownId();
    }

    /** The id that the caller means. */
    public String id(String idOrAlias) {
        return idOrAlias.equals(OWN) ? ownId : idOrAlias;
    }

    /** As {@link #id}; null stays null. */
    public @Nullable String idOrNull(@Nullable String idOrAlias) {
        return idOrAlias == null ? null : id(idOrAlias);
    }
}
