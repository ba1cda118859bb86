package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /mail/instances}. */
record NewMailInstanceJson(
        String name,
        String hostname,
        @Nullable List<String> ipv4,
        @Nullable List<String> ipv6,
        @Nullable String serverId,
        @Nullable DkimKeyType dkimKeyType) {

    MailInstanceDraft toDraft(ServerAlias alias) {
        return new MailInstanceDraft(
                name,
                hostname,
                Objects.requireNonNullElse(ipv4, List.of()),
                Objects.requireNonNullElse(ipv6, List.of()),
                alias.idOrNull(serverId),
                dkimKeyType);
    }
}
