package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.util.List;
import java.util.Objects;

/** The body of {@code PATCH /mail/instances/{id}}: a merge patch (RFC 7396); what is removed goes back to its default. */
record MailInstancePatchJson(
        Patch<String> name,
        Patch<String> hostname,
        Patch<List<String>> ipv4,
        Patch<List<String>> ipv6,
        Patch<String> serverId,
        Patch<DkimKeyType> dkimKeyType) {

    MailInstanceDraft toDraft(MailInstance current, ServerAlias alias) {
        return new MailInstanceDraft(
                name.applyRequired("name", current.name()),
                hostname.applyRequired("hostname", current.hostname()),
                Objects.requireNonNullElse(ipv4.apply(current.ipv4()), List.of()),
                Objects.requireNonNullElse(ipv6.apply(current.ipv6()), List.of()),
                alias.idOrNull(serverId.apply(current.serverId())),
                dkimKeyType.apply(current.dkimKeyType()));
    }
}
