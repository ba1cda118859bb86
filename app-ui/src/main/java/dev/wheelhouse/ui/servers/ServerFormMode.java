package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.servers.gateway.ShownServer;

/** What the form is open for. */
public sealed interface ServerFormMode {

    /** A new server. */
    record Add() implements ServerFormMode {}

    /** @param server as it was when the form opened */
    record Edit(ShownServer server) implements ServerFormMode {}

    default String title() {
        return switch (this) {
            case Add _ -> "Add a server";
            case Edit edit -> "Edit " + edit.server().name();
        };
    }
}
