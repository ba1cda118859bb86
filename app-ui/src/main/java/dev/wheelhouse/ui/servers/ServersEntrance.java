package dev.wheelhouse.ui.servers;

/** What other screens can ask of the servers screen, which comes to the front for it. */
@FunctionalInterface
public interface ServersEntrance {

    /** Opens the page of a server. */
    void reveal(String serverId);
}
