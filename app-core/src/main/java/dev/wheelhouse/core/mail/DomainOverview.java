package dev.wheelhouse.core.mail;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A domain as a list shows it.
 *
 * @param checkedAt null until the first check ended
 */
public record DomainOverview(
        MailDomain domain,
        List<DomainRecord> records,
        @Nullable Instant checkedAt) {

    public DomainOverview {
        records = List.copyOf(records);
    }
}
