package dev.wheelhouse.core.mail.spf;

import java.util.ArrayList;
import java.util.List;

/** Asks DNS for the terms of one evaluation and holds them to the limits of RFC 7208 section 4.6.4. */
final class SpfQuestions {

    private final SpfDns dns;
    private int terms;
    private int mostTerms;
    private int voids;

    SpfQuestions(SpfDns dns) {
        this.dns = dns;
    }

    int terms() {
        return terms;
    }

    /** With those that were only counted. */
    int mostTerms() {
        return mostTerms;
    }

    int voids() {
        return voids;
    }

    /** Counts a term that is to ask DNS; false when there were ten before it. */
    boolean admitsTerm() {
        if (terms == SpfEvaluation.MOST_LOOKUPS) {
            return false;
        }
        terms++;
        mostTerms++;
        return true;
    }

    /** Counts a term behind the result; false when no more are counted. */
    boolean countsTerm() {
        if (mostTerms == SpfEvaluator.MOST_EXPLORED) {
            return false;
        }
        mostTerms++;
        return true;
    }

    /** Questions of a mechanism itself, kept with their answers. */
    final class Asked {

        private final List<SpfLookup> lookups = new ArrayList<>();

        List<SpfLookup> lookups() {
            return lookups;
        }

        /**
         * The values, none when DNS has none.
         *
         * @throws SpfStop when DNS failed, or has nothing for the third time
         */
        List<String> values(SpfDns.Type type, String name) throws SpfStop {
            return counted(ask(type, name));
        }

        /** As {@link #values}, but a failure of DNS is no value either (RFC 7208 section 5.5). */
        List<String> valuesIfAny(SpfDns.Type type, String name) throws SpfStop {
            SpfLookup lookup = ask(type, name);
            return lookup.answer().status() == SpfAnswer.Status.FAILED ? List.of() : counted(lookup);
        }

        /** For what is not counted: the record itself, macros, explanations. */
        SpfLookup ask(SpfDns.Type type, String name) {
            SpfLookup lookup = new SpfLookup(type, name, dns.ask(type, name));
            lookups.add(lookup);
            return lookup;
        }

        private List<String> counted(SpfLookup lookup) throws SpfStop {
            SpfAnswer answer = lookup.answer();
            if (answer.status() == SpfAnswer.Status.FAILED) {
                throw SpfStop.temporary("The name servers did not answer for the %s records of %s."
                        .formatted(lookup.type(), lookup.name()));
            }
            if (answer.isVoid() && ++voids > SpfEvaluation.MOST_VOID_LOOKUPS) {
                throw SpfStop.permanent("More than %d look-ups found nothing, the last one for the %s records of %s."
                        .formatted(SpfEvaluation.MOST_VOID_LOOKUPS, lookup.type(), lookup.name()));
            }
            return answer.values();
        }
    }
}
