package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.List;

/** One question to DNS and its answer. */
public record SpfLookup(SpfDns.Type type, String name, SpfAnswer answer) {

    private static final int MOST_VALUES = 20;

    /** See {@link SpfEvaluation#shortened}. */
    SpfLookup shortened() {
        List<String> values = answer.values().stream()
                .limit(MOST_VALUES)
                .map(each -> Excerpt.of(each, SpfEvaluation.LONGEST_KEPT))
                .toList();
        return new SpfLookup(type, name, new SpfAnswer(answer.status(), values));
    }
}
