package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.DnsValidation;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import java.time.ZonedDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks a draft of a domain field by field. */
final class DomainValidation {

    /** Of a whole name (RFC 1035 section 2.3.4), without the dot at the end. */
    private static final int LONGEST = 253;

    /** The longest names below a domain that its records have, beside the selector's and the inbox's. */
    private static final String LONGEST_BELOW = "_submissions._tcp.";

    private final PublicSuffixes suffixes;
    private final Problems problems = new Problems();

    private DomainValidation(PublicSuffixes suffixes) {
        this.suffixes = suffixes;
    }

    /** What a draft says when all of it is right. */
    record Checked(String fqdn, String dkimSelector, String inboxSubdomain, DnsValidation.@Nullable Checked dns) {

        @Nullable
        DnsSettings dnsSettings() {
            return dns == null ? null : dns.settings();
        }

        /** Null when none was given. */
        @Nullable
        String dnsSecret() {
            return dns == null ? null : dns.secret();
        }
    }

    /**
     * @param now for the selector of a draft that has none
     * @param before where its zone is kept now; null for a new domain and a manual one
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static Checked check(
            MailDomainDraft draft, PublicSuffixes suffixes, ZonedDateTime now, @Nullable DnsSettings before) {
        return new DomainValidation(suffixes).checked(draft, now, before);
    }

    private Checked checked(MailDomainDraft draft, ZonedDateTime now, @Nullable DnsSettings before) {
        String fqdn = problems.or(() -> fqdn(draft.fqdn()));
        String selector = problems.or(() -> selector(draft.dkimSelector(), now));
        String inbox = problems.or(() -> inbox(draft.inboxSubdomain(), fqdn));
        if (fqdn != null && selector != null && inbox != null) {
            checkLength("fqdn", LONGEST_BELOW + fqdn);
            checkLength("dkimSelector", selector + "._domainkey." + fqdn);
            checkLength("inboxSubdomain", inbox + "." + fqdn);
        }
        DnsValidation.Checked dns = fqdn == null ? null : problems.or(() -> dns(draft, fqdn, before));
        problems.throwIfAny();
        return new Checked(
                Objects.requireNonNull(fqdn), Objects.requireNonNull(selector), Objects.requireNonNull(inbox), dns);
    }

    private static DnsValidation.@Nullable Checked dns(
            MailDomainDraft draft, String fqdn, @Nullable DnsSettings before) {
        return switch (draft.dnsMode()) {
            case MANUAL -> {
                if (draft.dns() != null) {
                    throw AppException.invalid("dns", "Leave this out, or set dnsMode to managed.");
                }
                yield null;
            }
            case MANAGED -> {
                if (draft.dns() != null) {
                    yield DnsValidation.check(draft.dns(), fqdn, isAtSamePlace(draft.dns(), before));
                }
                if (before == null) {
                    throw AppException.invalid(
                            "dns",
                            "A managed domain needs this: say where its zone is kept, such as provider rfc2136.");
                }
                yield new DnsValidation.Checked(before, null);
            }
        };
    }

    /** A caller who may change where a zone is kept must not have the secret sent there that somebody gave for another. */
    private static boolean isAtSamePlace(DnsDraft draft, @Nullable DnsSettings before) {
        return before != null
                && before.provider().wireName().equals(draft.provider())
                && Objects.equals(before.server(), draft.server())
                && Objects.equals(before.url(), draft.url());
    }

    private String fqdn(String text) {
        String name = DomainNames.parse("fqdn", text);
        if (suffixes.contains(name)) {
            throw AppException.invalid(
                    "fqdn",
                    name + " is a name below which others register theirs (public suffix list of " + suffixes.date()
                            + "). Give a domain of your own.");
        }
        return name;
    }

    private static String selector(@Nullable String text, ZonedDateTime now) {
        return text == null ? selector(now) : DomainNames.parseLabels("dkimSelector", text, "mail2026");
    }

    /** One with the year. */
    static String selector(ZonedDateTime now) {
        return "mail" + now.getYear();
    }

    private static String inbox(@Nullable String text, @Nullable String fqdn) {
        if (text == null || text.isBlank()) {
            return "";
        }
        String inbox = DomainNames.parseLabels("inboxSubdomain", text, "inbox");
        if (fqdn != null && DomainNames.isWithin(inbox, fqdn)) {
            throw AppException.invalid("inboxSubdomain", "Give only what stands before " + fqdn + ", such as inbox.");
        }
        return inbox;
    }

    /**
     * A selector of another key of a domain.
     *
     * @throws AppException {@code validation_failed} on {@code selector}
     */
    static String nextSelector(String text, String fqdn, PublicSuffixes suffixes) {
        DomainValidation validation = new DomainValidation(suffixes);
        String selector = DomainNames.parseLabels("selector", text, "mail2026");
        validation.checkLength("selector", selector + "._domainkey." + fqdn);
        validation.problems.throwIfAny();
        return selector;
    }

    private void checkLength(String field, String name) {
        if (name.length() > LONGEST) {
            problems.add(
                    field,
                    "Give a shorter one: the record " + name.substring(0, name.indexOf('.'))
                            + "… would have a name of " + name.length() + " characters, and " + LONGEST
                            + " are allowed.");
        }
    }
}
