package dev.wheelhouse.core.mail.publish;

import static java.util.function.Predicate.not;

import dev.wheelhouse.core.mail.check.policy.DmarcRecord;
import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.spf.SpfMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands in the way of records of one kind, when it is right all the same, and how somebody's and ours become one.
 *
 * @param addresses of the mail server, as SPF terms
 * @param byAddress whether ours have to pass SPF by address, as the domain's MX will be somebody else's and {@code mx} would
 *     let only those pass
 */
record RecordRules(RecordKind kind, DnsType type, List<String> addresses, boolean byAddress) {

    /**
     * What a set has where wanted records of one kind belong.
     *
     * @param inWay of the same purpose, whoever made them
     * @param stale of those, what this console made and nobody wants any more
     * @param foreign of those, what somebody else made and is not what is wanted
     * @param missing what is wanted and not there
     */
    record Found(
            List<ZoneValue> wanted,
            List<ZoneValue> inWay,
            List<ZoneValue> stale,
            List<ZoneValue> foreign,
            List<ZoneValue> missing) {}

    /** What a ticked row does to a set, and which of the values that it adds is then this console's. */
    record Merge(List<ZoneValue> remove, List<ZoneValue> add, List<ZoneValue> own, String detail) {}

    /** Whether a value serves what records of this kind are for, so that both cannot stay. */
    static boolean isFor(RecordKind kind, DnsType type, String text) {
        if (type != DnsType.TXT) {
            return true;
        }
        return switch (kind) {
            case SPF -> SpfMerge.isSpf(text);
            case DKIM -> TagList.isMeantAs(text, "v=DKIM1") || key(text).isPresent();
            case DMARC -> TagList.isMeantAs(text, "v=DMARC1");
            case MTA_STS -> TagList.isMeantAs(text, "v=STSv1");
            case TLS_RPT -> TagList.isMeantAs(text, "v=TLSRPTv1");
            case MX,
                    HOST_A,
                    HOST_AAAA,
                    PTR,
                    INBOX,
                    MTA_STS_HOST,
                    AUTOCONFIG,
                    AUTODISCOVER,
                    SRV_SUBMISSIONS,
                    SRV_IMAPS,
                    CAA,
                    TLSA,
                    SMTP -> false;
        };
    }

    /** Whether what is there does what is wanted, whoever made it. */
    boolean isRight(Found found) {
        return switch (kind) {
            case MX, INBOX -> MxMerge.isFirst(found.wanted(), found.inWay());
            case SPF -> isOnly(found) && (found.missing().isEmpty() || passesOurs(found));
            case DKIM ->
                type == DnsType.TXT
                        ? isOnly(found) && hasKey(found)
                        : found.missing().isEmpty() && found.foreign().isEmpty();
            case DMARC -> isOnly(found) && (found.missing().isEmpty() || reportsToOurs(found));
            case HOST_A,
                    HOST_AAAA,
                    PTR,
                    MTA_STS,
                    MTA_STS_HOST,
                    TLS_RPT,
                    AUTOCONFIG,
                    AUTODISCOVER,
                    SRV_SUBMISSIONS,
                    SRV_IMAPS -> found.missing().isEmpty() && found.foreign().isEmpty();
            case CAA, TLSA, SMTP -> found.missing().isEmpty();
        };
    }

    private static boolean isOnly(Found found) {
        return found.inWay().size() == 1 && found.wanted().size() == 1;
    }

    private static boolean hasKey(Found found) {
        Optional<List<String>> theirs = key(found.inWay().getFirst().text());
        return theirs.isPresent() && theirs.equals(key(found.wanted().getFirst().text()));
    }

    /** Algorithm and key, however the text is spaced; empty for no record of DKIM. */
    private static Optional<List<String>> key(String text) {
        try {
            Map<String, String> tags = TagList.parse(text);
            return Optional.ofNullable(tags.get("p"))
                    .map(each -> List.of(tags.getOrDefault("k", "rsa"), each.replaceAll("\\s", "")));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private boolean passesOurs(Found found) {
        String theirs = found.inWay().getFirst().text();
        return SpfMerge.has(theirs, ourTerms(found)) || (!addresses.isEmpty() && SpfMerge.has(theirs, addresses));
    }

    private List<String> ourTerms(Found found) {
        return byAddress
                ? addresses
                : SpfMerge.passing(found.wanted().getFirst().text());
    }

    private static boolean reportsToOurs(Found found) {
        String theirs = found.inWay().getFirst().text();
        if (!isDmarcPolicy(theirs)) {
            return false;
        }
        List<String> targets = DmarcRecord.parse(theirs).reportTargets();
        return ourReports(found).stream().allMatch(each -> targets.stream().anyMatch(each::equalsIgnoreCase));
    }

    private static List<String> ourReports(Found found) {
        return DmarcRecord.parse(found.wanted().getFirst().text()).reportTargets();
    }

    private static boolean isDmarcPolicy(String text) {
        return DmarcRecord.isDmarc(text) && DmarcRecord.parse(text).isPolicy();
    }

    /** What becomes of a set with records of somebody else once its row is ticked. */
    Merge merge(Found found) {
        return switch (kind) {
            case MX, INBOX -> {
                MxMerge mx = MxMerge.of(found.wanted(), found.inWay(), found.stale());
                yield new Merge(mx.remove(), mx.add(), found.missing(), mx.detail());
            }
            case SPF -> mergedSpf(found);
            case DMARC -> mergedDmarc(found);
            case CAA ->
                new Merge(
                        List.of(),
                        found.missing(),
                        found.missing(),
                        "Somebody else says here which authorities may issue certificates. Ticked, ours is added.");
            case TLSA ->
                new Merge(
                        List.of(),
                        found.missing(),
                        found.missing(),
                        "Somebody else has named certificates here. Ticked, ours is added.");
            case HOST_A, HOST_AAAA ->
                replaced(
                        found,
                        "The host has addresses here that are not those of the mail server: either these are wrong or"
                                + " the mail server's are. Ticked, those of the mail server take their place.");
            case DKIM,
                    PTR,
                    MTA_STS,
                    MTA_STS_HOST,
                    TLS_RPT,
                    AUTOCONFIG,
                    AUTODISCOVER,
                    SRV_SUBMISSIONS,
                    SRV_IMAPS,
                    SMTP -> replaced(found, "Somebody else made this record. Ticked, ours takes its place.");
        };
    }

    private static Merge replaced(Found found, String detail) {
        return new Merge(found.foreign(), found.missing(), found.missing(), detail);
    }

    private Merge mergedSpf(Found found) {
        List<String> terms = ourTerms(found);
        List<String> theirs = found.foreign().stream().map(ZoneValue::text).toList();
        ZoneValue merged = ZoneValue.of(DnsType.TXT, SpfMerge.merged(theirs, terms));
        List<ZoneValue> remove = new ArrayList<>(found.inWay());
        remove.removeAll(found.stale());
        String several = theirs.size() > 1 ? "Several SPF records, with which all mail fails. " : "";
        String problems = String.join(
                " ",
                theirs.stream()
                        .map(SpfMerge::problem)
                        .filter(not(String::isEmpty))
                        .toList());
        String left = problems.isEmpty() ? "" : problems + " Terms with errors are left out. ";
        String detail = several + left + "Somebody else made this SPF record. Ticked, " + String.join(" ", terms)
                + " is put into it, and the rest of it stays.";
        return new Merge(remove, List.of(merged), List.of(), detail);
    }

    private Merge mergedDmarc(Found found) {
        List<ZoneValue> all = new ArrayList<>(found.inWay());
        all.removeAll(found.stale());
        String theirs = found.foreign().getFirst().text();
        if (all.size() > 1 || !isDmarcPolicy(theirs)) {
            String detail = all.size() > 1
                    ? "Several DMARC records, of which receivers use none. Ticked, ours takes their place."
                    : "Somebody else made this DMARC record, and receivers cannot use it. Ticked, ours takes its place.";
            return replaced(found, detail);
        }
        return new Merge(
                all,
                List.of(ZoneValue.of(DnsType.TXT, DmarcRecord.parse(theirs).withReportsTo(ourReports(found)))),
                List.of(),
                "Somebody else made this DMARC record, and its policy holds. Ticked, reports go to our address too.");
    }
}
