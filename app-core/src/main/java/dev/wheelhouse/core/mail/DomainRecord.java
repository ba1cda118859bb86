package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.core.mail.records.RecordStatus;
import org.jspecify.annotations.Nullable;

/**
 * A record of a domain, and how far it is.
 *
 * @param id stays the same while the domain has such a record, whatever its value
 * @param detail sentences: what is expected, what was found and where
 * @param policy what the web host has to serve for the MTA-STS record; null for every other
 */
public record DomainRecord(
        String id,
        MailRecord record,
        RecordStatus status,
        String detail,
        @Nullable MtaStsPolicy policy) {}
