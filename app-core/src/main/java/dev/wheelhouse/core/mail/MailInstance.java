package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail server as its domains see it.
 *
 * @param hostname as {@link DomainNames} keeps names
 * @param ipv4 its addresses; none only when it has an IPv6 one
 * @param ipv6 its addresses as RFC 5952 writes them
 * @param serverId the server that it runs on; null when that is not one of the console's
 * @param dkimKeyType of keys made from now on
 * @param revision counts from 1
 */
public record MailInstance(
        String id,
        String organizationId,
        String name,
        String hostname,
        List<String> ipv4,
        List<String> ipv6,
        @Nullable String serverId,
        DkimKeyType dkimKeyType,
        Instant createdAt,
        long revision)
        implements Revised {

    public MailInstance {
        ipv4 = List.copyOf(ipv4);
        ipv6 = List.copyOf(ipv6);
    }
}
