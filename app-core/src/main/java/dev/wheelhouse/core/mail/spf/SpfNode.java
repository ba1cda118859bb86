package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A domain's record in the tree of an evaluation.
 *
 * @param lookup for its TXT records; null when the name could not be asked for
 * @param record the text; null when there is none, or several
 * @param steps one for each term, in the order of the record
 * @param result of the record alone; null when it was only counted and has no error
 * @param reason a sentence
 */
public record SpfNode(
        String domain,
        @Nullable SpfLookup lookup,
        @Nullable String record,
        List<SpfStep> steps,
        @Nullable SpfResult result,
        String reason) {

    private static final int MOST_STEPS = 100;
    private static final Set<SpfStep.Status> DECIDING =
            EnumSet.of(SpfStep.Status.MATCHED, SpfStep.Status.STOPPED, SpfStep.Status.FOLLOWED);

    public SpfNode {
        steps = List.copyOf(steps);
    }

    /** See {@link SpfEvaluation#shortened}. */
    SpfNode shortened() {
        List<SpfStep> kept = new ArrayList<>();
        for (SpfStep each : steps) {
            if (kept.size() < MOST_STEPS || DECIDING.contains(each.status())) {
                kept.add(each.shortened());
            }
        }
        return new SpfNode(
                domain,
                lookup == null ? null : lookup.shortened(),
                record == null ? null : Excerpt.of(record, SpfEvaluation.LONGEST_KEPT),
                kept,
                result,
                Excerpt.of(reason, SpfEvaluation.LONGEST_KEPT));
    }
}
