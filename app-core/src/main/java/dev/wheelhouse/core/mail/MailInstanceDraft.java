package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail server as a form or a request gives it, before it is checked.
 *
 * @param serverId null when it runs on none of the console's servers
 * @param dkimKeyType null for RSA
 */
public record MailInstanceDraft(
        String name,
        String hostname,
        List<String> ipv4,
        List<String> ipv6,
        @Nullable String serverId,
        @Nullable DkimKeyType dkimKeyType) {

    public MailInstanceDraft {
        ipv4 = List.copyOf(ipv4);
        ipv6 = List.copyOf(ipv6);
    }
}
