package dev.wheelhouse.core.mail.check.policy;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The walk up the DNS tree from a domain (RFC 9989 section 4.10): whose domain it is part of, and whose record holds where
 * it has none itself.
 *
 * @param organization the organizational domain; the domain itself when no record is found
 * @param policyDomain the domain whose record holds; null when none does, or when that could not be asked for
 * @param policy the record that holds; null as before
 * @param isOpen whether a server did not answer, so that the rest may be otherwise
 */
public record DmarcWalk(
        String organization,
        @Nullable String policyDomain,
        @Nullable DmarcRecord policy,
        boolean isOpen) {

    private static final int MOST_QUESTIONS = 8;

    /** @param text asks for the TXT records of a name */
    public static DmarcWalk from(String domain, Function<String, DnsAnswer> text) {
        Map<String, DmarcRecord> found = new LinkedHashMap<>();
        boolean isOpen = false;
        for (String each : names(domain)) {
            DnsAnswer answer = text.apply("_dmarc." + each);
            isOpen |= answer.status() == DnsAnswer.Status.FAILED;
            List<String> records =
                    answer.values().stream().filter(DmarcRecord::isDmarc).toList();
            if (records.size() != 1) {
                continue;
            }
            DmarcRecord record = DmarcRecord.parse(records.getFirst());
            found.put(each, record);
            if (record.psd().equals("n") || (record.psd().equals("y") && !each.equals(domain))) {
                break;
            }
        }
        String organization = organization(domain, found);
        for (String each : names(domain)) {
            DmarcRecord record = found.get(each);
            boolean mayHold = each.equals(domain)
                    || each.equals(organization)
                    || (record != null && record.psd().equals("y"));
            if (record != null && mayHold) {
                return new DmarcWalk(organization, each, record, isOpen);
            }
        }
        return new DmarcWalk(organization, null, null, isOpen);
    }

    /** @param found from the longest name to the shortest */
    private static String organization(String domain, Map<String, DmarcRecord> found) {
        String shortest = domain;
        for (Map.Entry<String, DmarcRecord> each : found.entrySet()) {
            String name = each.getKey();
            String psd = each.getValue().psd();
            if (psd.equals("n")) {
                return name;
            }
            if (psd.equals("y") && !name.equals(domain)) {
                String[] labels = domain.split("\\.", -1);
                return ending(labels, name.split("\\.", -1).length + 1);
            }
            shortest = name;
        }
        return shortest;
    }

    /** The domain, then its parents, of at most seven labels. */
    private static List<String> names(String domain) {
        String[] labels = domain.split("\\.", -1);
        List<String> names = new ArrayList<>(List.of(domain));
        for (int count = Math.min(labels.length, MOST_QUESTIONS) - 1; count > 0; count--) {
            names.add(ending(labels, count));
        }
        return names;
    }

    private static String ending(String[] labels, int count) {
        return String.join(".", Arrays.asList(labels).subList(labels.length - count, labels.length));
    }
}
