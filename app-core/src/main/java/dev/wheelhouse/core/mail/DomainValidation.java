package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DomainNames;
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
    record Checked(String fqdn, String dkimSelector, String inboxSubdomain) {}

    /**
     * @param now for the selector of a draft that has none
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static Checked check(MailDomainDraft draft, PublicSuffixes suffixes, ZonedDateTime now) {
        return new DomainValidation(suffixes).checked(draft, now);
    }

    private Checked checked(MailDomainDraft draft, ZonedDateTime now) {
        String fqdn = problems.or(() -> fqdn(draft.fqdn()));
        String selector = problems.or(() -> selector(draft.dkimSelector(), now));
        String inbox = problems.or(() -> inbox(draft.inboxSubdomain()));
        if (fqdn != null && selector != null && inbox != null) {
            checkLength("fqdn", LONGEST_BELOW + fqdn);
            checkLength("dkimSelector", selector + "._domainkey." + fqdn);
            checkLength("inboxSubdomain", inbox + "." + fqdn);
        }
        problems.throwIfAny();
        return new Checked(
                Objects.requireNonNull(fqdn), Objects.requireNonNull(selector), Objects.requireNonNull(inbox));
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
        return text == null ? "mail" + now.getYear() : DomainNames.parseLabels("dkimSelector", text);
    }

    private static String inbox(@Nullable String text) {
        return text == null || text.isBlank() ? "" : DomainNames.parseLabels("inboxSubdomain", text);
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
