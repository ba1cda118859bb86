package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Parts of a detail that several rules have. */
final class Sentences {

    private static final int LONGEST = 120;
    private static final int MOST = 10;

    private Sentences() {}

    static String list(DnsAnswer answer) {
        return list(answer.records().stream().map(DnsRecord::text).toList());
    }

    /** Sorted, so that the order of an answer makes no difference. */
    static String list(Collection<String> values) {
        String first =
                values.stream().sorted().limit(MOST).map(Sentences::shortened).collect(Collectors.joining(", "));
        return values.size() <= MOST ? first : first + " and " + (values.size() - MOST) + " more";
    }

    static String shortened(String text) {
        return Excerpt.oneLine(text, LONGEST);
    }

    /** @param seconds of a TTL */
    static String duration(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = (seconds + 59) / 60;
        return minutes < 120 ? minutes + " min" : (minutes + 59) / 60 + " h";
    }

    static String sentence(String clause) {
        String text = clause.isEmpty() ? clause : clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1);
        return text.endsWith(".") ? text : text + ".";
    }
}
