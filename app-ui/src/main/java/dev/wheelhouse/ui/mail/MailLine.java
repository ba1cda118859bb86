package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainOverview;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A mail domain, or an instance that domains are on, as it was read last. */
sealed interface MailLine {

    /**
     * A domain.
     *
     * @param checked when it was checked last, in words
     */
    record OfDomain(DomainOverview overview, MailInstance instance, String checked) implements MailLine {

        MailDomain domain() {
            return overview.domain();
        }

        @Override
        public String id() {
            return domain().id();
        }

        /** As people read it. */
        @Override
        public String name() {
            return DomainNames.unicode(domain().fqdn());
        }

        @Override
        public String below() {
            return name().equals(domain().fqdn()) ? "" : domain().fqdn();
        }

        boolean isVerified() {
            return domain().verificationStatus() == RecordStatus.VERIFIED;
        }

        /** Which required records are not right, such as {@code SPF wrong; MX, DKIM pending}; empty when all are. */
        String wrong() {
            return Stream.of(named(RecordStatus.FAILED, " wrong"), named(RecordStatus.PENDING, " pending"))
                    .filter(each -> !each.isEmpty())
                    .collect(Collectors.joining("; "));
        }

        private String named(RecordStatus status, String how) {
            String kinds = overview.records().stream()
                    .filter(each -> each.record().required() && each.status() == status)
                    .map(each -> MailLabels.kind(each.record().kind()))
                    .distinct()
                    .collect(Collectors.joining(", "));
            return kinds.isEmpty() ? "" : kinds + how;
        }
    }

    /**
     * An instance.
     *
     * @param domains how many are on it
     */
    record OfInstance(MailInstance instance, int domains) implements MailLine {

        @Override
        public String id() {
            return instance.id();
        }

        @Override
        public String name() {
            return instance.name();
        }

        @Override
        public String below() {
            return instance.hostname();
        }

        /** All of it, IPv4 first; at least one. */
        List<String> addresses() {
            return Stream.concat(instance.ipv4().stream(), instance.ipv6().stream())
                    .toList();
        }
    }

    String id();

    String name();

    /** Whether it is a domain that is not verified. */
    default boolean isBad() {
        return this instanceof OfDomain of && !of.isVerified();
    }

    /** Why it is not verified. */
    default String trouble() {
        return this instanceof OfDomain of ? of.checked().isEmpty() ? "Not checked yet" : of.wrong() : "";
    }

    /** What stands below the name; empty for nothing. */
    String below();

    /** The one itself, or the one that the domain is on. */
    MailInstance instance();

    default boolean matches(String typed) {
        return (name() + " " + below() + " " + instance().name() + " "
                        + instance().hostname())
                .toLowerCase(Locale.ROOT)
                .contains(typed.strip().toLowerCase(Locale.ROOT));
    }
}
