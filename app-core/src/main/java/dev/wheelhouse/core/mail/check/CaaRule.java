package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The authority may issue certificates: the nearest CAA records up the tree decide (RFC 8659 section 3). */
final class CaaRule implements RecordRule {

    private static final Pattern PROPERTY = Pattern.compile("(\\d{1,3})\\s+([A-Za-z0-9]+)\\s+\"?(.*?)\"?");
    private static final Set<String> KNOWN =
            Set.of("issue", "issuewild", "iodef", "contactemail", "contactphone", "issuemail", "issuevmc");
    private static final int CRITICAL = 128;

    private final MailRecord record;
    private final Lookups lookups;

    private record Property(boolean isCritical, String tag, String value) {}

    CaaRule(MailRecord record, Lookups lookups) {
        this.record = record;
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.CAA);
    }

    @Override
    public String expected() {
        return record.value();
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (!answer.isMissing()) {
            return judge(answer, List.of());
        }
        for (int dot = record.name().indexOf('.'); dot >= 0; dot = record.name().indexOf('.', dot + 1)) {
            String parent = record.name().substring(dot + 1);
            DnsAnswer above = lookups.ask(parent, DnsType.CAA);
            if (above.status() == DnsAnswer.Status.FAILED) {
                return Judgement.open("%s CAA could not be asked for: %s.".formatted(parent, above.trouble()));
            }
            if (!above.isMissing()) {
                return judge(above, List.of("The records of " + parent + " hold."));
            }
        }
        return Judgement.missing("Without it any authority may issue certificates.");
    }

    private Judgement judge(DnsAnswer answer, List<String> notes) {
        String found = Sentences.list(answer);
        List<Property> properties = answer.values().stream()
                .flatMap(each -> property(each).stream())
                .toList();
        Optional<Property> unknown = properties.stream()
                .filter(each -> each.isCritical() && !KNOWN.contains(each.tag()))
                .findFirst();
        if (unknown.isPresent()) {
            return Judgement.wrong(
                    found,
                    "%s is critical and unknown, so nobody may issue."
                            .formatted(unknown.get().tag()));
        }
        List<String> issuers = properties.stream()
                .filter(each -> each.tag().equals("issue"))
                .map(each -> issuer(each.value()))
                .toList();
        String wanted = property(record.value())
                .map(Property::value)
                .map(CaaRule::issuer)
                .orElse("");
        if (issuers.isEmpty()) {
            return Judgement.right(List.of("There is no issue property, so any authority may issue certificates."));
        }
        return issuers.contains(wanted) ? Judgement.right(notes) : Judgement.wrong(found, notes.toArray(String[]::new));
    }

    private static Optional<Property> property(String text) {
        Matcher matcher = PROPERTY.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new Property(
                        (Integer.parseInt(matcher.group(1)) & CRITICAL) != 0,
                        matcher.group(2).toLowerCase(Locale.ROOT),
                        matcher.group(3)))
                : Optional.empty();
    }

    /** Without its parameters; empty for nobody. */
    private static String issuer(String value) {
        return value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
