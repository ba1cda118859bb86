package dev.wheelhouse.core.platform.settings;

import java.util.List;

/**
 * Who is asked for DNS records.
 *
 * @param resolvers addresses; none for those of the system
 * @param port 1 to 65535
 */
public record Dns(List<String> resolvers, int port) {

    public static final Dns DEFAULTS = new Dns(List.of(), 53);

    public Dns {
        resolvers = List.copyOf(resolvers);
    }
}
