package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One term of a record, and what became of it.
 *
 * @param term as it stands in the record
 * @param target the domain that it asks about, macros expanded; null when it asks about none or was not evaluated
 * @param lookups what it asked, in order, for the macros of its name first; what {@code child} asked is there
 * @param cost its own part of the count to ten, without what {@code child} costs: 0 or 1, which also the term has that was
 *     refused as the eleventh
 * @param child the record of an include or a redirect; null for other terms and when none was asked for
 * @param note a sentence about what stopped it; empty for none
 */
public record SpfStep(
        String term,
        Status status,
        @Nullable String target,
        List<SpfLookup> lookups,
        int cost,
        @Nullable SpfNode child,
        String note) {

    /** What became of a term. */
    public enum Status implements WireName {
        MATCHED,
        NOT_MATCHED,
        /** The evaluation ended here with an error. */
        STOPPED,
        /** A redirect whose record gave the result. */
        FOLLOWED,
        /** Only counted, as the result was known before: see {@link SpfEvaluator#explore}. */
        COUNTED,
        NOT_EVALUATED
    }

    public SpfStep {
        lookups = List.copyOf(lookups);
    }

    /** See {@link SpfEvaluation#shortened}. */
    SpfStep shortened() {
        return new SpfStep(
                Excerpt.of(term, SpfEvaluation.LONGEST_KEPT),
                status,
                target,
                lookups.stream().map(SpfLookup::shortened).toList(),
                cost,
                child == null ? null : child.shortened(),
                Excerpt.of(note, SpfEvaluation.LONGEST_KEPT));
    }
}
