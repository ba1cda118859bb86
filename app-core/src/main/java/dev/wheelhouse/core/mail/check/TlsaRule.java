package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One record has the key that the mail server shows, in a signed zone (RFC 7672 section 3.1.1). */
final class TlsaRule implements RecordRule {

    private static final String PREFIX = "3 1 1 ";

    private final MailRecord record;
    private final @Nullable String publicKey;
    private final Lookups lookups;

    TlsaRule(MailRecord record, MailSetup setup, Lookups lookups) {
        this.record = record;
        this.publicKey = setup.certificate();
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.TLSA);
    }

    @Override
    public String expected() {
        return publicKey == null ? record.value() : PREFIX + publicKey.toLowerCase(Locale.ROOT);
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        String zone = lookups.zone(record.name());
        DnsAnswer keys = zone == null
                ? DnsAnswer.failed("its zone was not found")
                : Lookups.first(lookups.authoritative(new DnsQuestion(zone, DnsType.DNSKEY)));
        if (keys.status() == DnsAnswer.Status.FAILED) {
            return Judgement.open("Whether the zone is signed could not be asked: " + keys.trouble() + ".");
        }
        boolean isSigned = !keys.isMissing();
        if (answer.isMissing()) {
            return isSigned
                    ? Judgement.missing()
                    : Judgement.missing("The zone " + zone + " is not signed, so senders would ignore it.");
        }
        String found = Sentences.list(answer);
        if (!isSigned) {
            return Judgement.wrong(found, "The zone " + zone + " is not signed, so senders ignore it.");
        }
        if (publicKey == null) {
            return Judgement.open("The certificate of the mail server has not been seen yet.");
        }
        List<String> values = answer.values().stream().map(TlsaRule::normal).toList();
        if (!values.contains(expected())) {
            return Judgement.wrong(found, "Senders that check it refuse the mail server's certificate.");
        }
        return Judgement.right(
                values.size() == 1
                        ? List.of()
                        : List.of("There are %d records; the others are of other keys.".formatted(values.size())));
    }

    /** The digits may be in groups. */
    private static String normal(String value) {
        String[] fields = value.strip().toLowerCase(Locale.ROOT).split("\\s+", 4);
        return fields.length < 4
                ? value
                : "%s %s %s %s".formatted(fields[0], fields[1], fields[2], fields[3].replaceAll("\\s", ""));
    }
}
