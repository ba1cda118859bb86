package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.mail.spf.SpfTerm.Kind;
import dev.wheelhouse.core.mail.spf.SpfTerm.Mechanism;
import dev.wheelhouse.core.mail.spf.SpfTerm.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One SPF record out of somebody's and terms that have to pass, since a name may have only one (RFC 7208 section 4.5). */
public final class SpfMerge {

    private SpfMerge() {}

    /** Whether a TXT record is one of SPF, whatever else is in it. */
    public static boolean isSpf(String text) {
        return SpfRecord.isSpf(text);
    }

    /** The mechanisms of a record that let something pass, in order, but {@code all}. */
    public static List<String> passing(String record) {
        return SpfRecord.parse(record).terms().stream()
                .filter(SpfMerge::passes)
                .map(SpfTerm::text)
                .toList();
    }

    /** Whether a record without errors has all these terms, each before any {@code all}. */
    public static boolean has(String record, Collection<String> terms) {
        SpfRecord parsed = SpfRecord.parse(record);
        Set<String> found = new LinkedHashSet<>();
        for (SpfTerm each : parsed.terms()) {
            if (isAll(each)) {
                break;
            }
            if (passes(each)) {
                found.add(normal(each.text()));
            }
        }
        return parsed.error().isEmpty() && terms.stream().map(SpfMerge::normal).allMatch(found::contains);
    }

    /**
     * All terms of the records, each once, with some put before {@code all}. Of several {@code all}, {@code redirect} or
     * {@code exp} the first stays; terms with errors are left out, as with one of them nothing of a record holds.
     *
     * @param records at least one, for each of which {@link #isSpf} holds
     * @param terms that are put in where they are missing, in order
     */
    public static String merged(List<String> records, Collection<String> terms) {
        Map<String, String> mechanisms = new LinkedHashMap<>();
        Map<String, String> modifiers = new LinkedHashMap<>();
        String all = "";
        for (String record : records) {
            for (SpfTerm each : SpfRecord.parse(record).terms()) {
                switch (each) {
                    case Modifier modifier -> modifiers.putIfAbsent(modifier.name(), each.text());
                    case Mechanism _ when isAll(each) -> all = all.isEmpty() ? each.text() : all;
                    case Mechanism _ -> mechanisms.putIfAbsent(normal(each.text()), each.text());
                    case SpfTerm.Invalid _ -> {}
                }
            }
        }
        terms.forEach(each -> mechanisms.putIfAbsent(normal(each), each));
        if (!all.isEmpty()) {
            modifiers.remove("redirect");
        }
        List<String> merged = new ArrayList<>(List.of("v=spf1"));
        merged.addAll(mechanisms.values());
        if (!all.isEmpty()) {
            merged.add(all);
        }
        merged.addAll(modifiers.values());
        return String.join(" ", merged);
    }

    /** What is wrong with a record, as a sentence; empty for nothing. */
    public static String problem(String record) {
        return SpfRecord.parse(record).error().map(SpfTerm.Invalid::problem).orElse("");
    }

    private static boolean passes(SpfTerm term) {
        return term instanceof Mechanism mechanism && mechanism.result() == SpfResult.PASS && !isAll(term);
    }

    private static boolean isAll(SpfTerm term) {
        return term instanceof Mechanism mechanism && mechanism.kind() == Kind.ALL;
    }

    /** Mechanisms are compared without regard to case, and {@code +} may be left out (section 4.6.2). */
    private static String normal(String term) {
        String lower = SpfNames.normal(term);
        return lower.startsWith("+") ? lower.substring(1) : lower;
    }
}
