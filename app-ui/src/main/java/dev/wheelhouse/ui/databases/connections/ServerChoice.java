package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.servers.Server;
import org.jspecify.annotations.Nullable;

/**
 * A way to a database.
 *
 * @param id the server to go through; null for none
 * @param name as the form shows it
 */
public record ServerChoice(@Nullable String id, String name) {

    /** From here, through no server. */
    public static final ServerChoice DIRECT = new ServerChoice(null, "None: connect from this machine");

    static ServerChoice of(Server server) {
        return new ServerChoice(server.id(), server.name());
    }
}
