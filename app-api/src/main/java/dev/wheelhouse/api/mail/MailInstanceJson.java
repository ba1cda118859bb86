package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mail server on the wire. */
record MailInstanceJson(
        String id,
        String name,
        String hostname,
        List<String> ipv4,
        List<String> ipv6,
        @Nullable String serverId,
        DkimKeyType dkimKeyType,
        Instant createdAt) {

    static MailInstanceJson from(MailInstance instance) {
        return new MailInstanceJson(
                instance.id(),
                instance.name(),
                instance.hostname(),
                instance.ipv4(),
                instance.ipv6(),
                instance.serverId(),
                instance.dkimKeyType(),
                instance.createdAt());
    }
}
