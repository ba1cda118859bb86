package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.ToolAnswer;
import dev.wheelhouse.core.conversations.tool.ToolEffect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One change of a plan. Immutable.
 *
 * @param ordinal from 1, without holes
 * @param input by parameter, as JSON has it
 * @param sentence what it does, in the imperative and without a point at its end
 * @param facts what is approved with it, as the core said when it was filed
 * @param estimates what may be another by now
 * @param result what came of it, or why it failed; null until then
 */
public record PlanStep(
        int ordinal,
        String tool,
        ToolEffect effect,
        Map<String, Object> input,
        String sentence,
        List<String> facts,
        List<String> estimates,
        StepStatus status,
        @Nullable String result) {

    public PlanStep {
        input = Map.copyOf(input);
        facts = List.copyOf(facts);
        estimates = List.copyOf(estimates);
    }

    static PlanStep proposed(int ordinal, ToolAnswer.Proposed proposed) {
        Preview preview = proposed.preview();
        return new PlanStep(
                ordinal,
                proposed.tool().name(),
                proposed.tool().effect(),
                proposed.input().values(),
                preview.sentence(),
                preview.facts(),
                preview.estimates(),
                StepStatus.PROPOSED,
                null);
    }

    PlanStep with(StepStatus now, @Nullable String came) {
        return new PlanStep(ordinal, tool, effect, input, sentence, facts, estimates, now, came);
    }

    /** Whether it would do the same. */
    boolean isStill(Preview preview) {
        return sentence.equals(preview.sentence()) && facts.equals(preview.facts());
    }
}
