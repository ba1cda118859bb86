package dev.wheelhouse.core.platform.settings;

import java.util.List;

/**
 * Who is asked for DNS records.
 *
 * @param resolvers addresses, with a port where it is not 53 ({@code 127.0.0.1:5353}, {@code [::1]:5353}); none for those
 *     of the system
 * @param port of the name servers of zones, 1 to 65535
 */
public record Dns(List<String> resolvers, int port) {

    public static final Dns DEFAULTS = new Dns(List.of(), 53);

    public Dns {
        resolvers = List.copyOf(resolvers);
    }
}
