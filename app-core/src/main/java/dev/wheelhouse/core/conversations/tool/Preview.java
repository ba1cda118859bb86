package dev.wheelhouse.core.conversations.tool;

import java.util.List;

/**
 * What a step of a plan would do, as the core says it.
 *
 * @param sentence in the imperative, without a point at its end, such as {@code Restart api on web-1}
 * @param facts what is approved with it: where one of them is another by then, the approval does not hold
 * @param estimates what is worth knowing and may change meanwhile, such as how many rows there are
 */
public record Preview(String sentence, List<String> facts, List<String> estimates) {

    public Preview {
        facts = List.copyOf(facts);
        estimates = List.copyOf(estimates);
    }

    public static Preview of(String sentence, String... facts) {
        return new Preview(sentence, List.of(facts), List.of());
    }

    public Preview estimating(List<String> more) {
        return new Preview(sentence, facts, more);
    }
}
