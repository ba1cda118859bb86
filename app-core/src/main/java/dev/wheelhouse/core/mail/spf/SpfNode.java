package dev.wheelhouse.core.mail.spf;

import java.util.List;
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

    public SpfNode {
        steps = List.copyOf(steps);
    }
}
