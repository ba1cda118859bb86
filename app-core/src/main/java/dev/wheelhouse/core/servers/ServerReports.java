package dev.wheelhouse.core.servers;

import java.time.Instant;

/**
 * Receives the outcome of regular requests to servers. A server is called unreachable after three failures in a row
 * and recovered after two successes. Thread-safe.
 */
public interface ServerReports {

    void succeeded(Server server);

    /** @param at when the machine started, by its own clock */
    void booted(Server server, Instant at);

    /** @param reason why, in words for people and without secrets */
    void failed(Server server, String reason);
}
