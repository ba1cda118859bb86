package dev.wheelhouse.ui.servers.gateway;

import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import org.jspecify.annotations.Nullable;

/**
 * What a person says of a server; without anything secret.
 *
 * @param host name or address; empty for the own machine
 * @param port from 1; null for the usual one (22), and for the own machine
 * @param user to log in as; empty for the own machine
 * @param auth null for the own machine
 */
public record ServerSettings(
        String name,
        ServerKind kind,
        String host,
        @Nullable Integer port,
        String user,
        @Nullable ServerAuthType auth) {

    private static final int USUAL_PORT = 22;

    /** As people write it: {@code user@host}, with the port where it is not the usual one. */
    public String address() {
        if (kind == ServerKind.LOCAL) {
            return "This machine";
        }
        String shownHost = host.contains(":") ? "[" + host + "]" : host;
        String login = user.isEmpty() ? shownHost : user + "@" + shownHost;
        return port == null || port == USUAL_PORT ? login : login + ":" + port;
    }
}
