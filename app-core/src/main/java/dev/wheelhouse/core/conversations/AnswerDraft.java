package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.ToolAnswer;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An answer while it is written: its text so far, the tools that were used, the changes that it proposes. Thread-safe. */
public final class AnswerDraft {

    private final Caller caller;
    private final Toolbox toolbox;
    private final Runnable changed;
    private final StringBuilder text = new StringBuilder();
    private final List<ToolEvent> toolEvents = new ArrayList<>();
    private final List<PlanStep> steps = new ArrayList<>();

    /** @param changed hears of every change; must be quick */
    AnswerDraft(Caller caller, Toolbox toolbox, Runnable changed) {
        this.caller = caller;
        this.toolbox = toolbox;
        this.changed = changed;
    }

    public void write(String piece) {
        synchronized (this) {
            text.append(Toolbox.storable(piece));
        }
        changed.run();
    }

    /**
     * Uses a tool with the rights of who asked; what it would change is proposed with the answer.
     *
     * @param isForModel whether the answer goes to a model
     */
    public ToolAnswer use(String tool, Map<String, Object> input, boolean isForModel) {
        ToolAnswer answer = toolbox.use(caller, tool, input, isForModel);
        synchronized (this) {
            toolEvents.add(ToolEvent.of(answer));
            if (answer.proposed() != null) {
                steps.add(PlanStep.proposed(steps.size() + 1, answer.proposed()));
            }
        }
        changed.run();
        return answer;
    }

    /** What it is by now. */
    public synchronized Snapshot snapshot() {
        return new Snapshot(text.toString(), List.copyOf(toolEvents), List.copyOf(steps));
    }

    /** An answer at one moment. */
    public record Snapshot(String text, List<ToolEvent> toolEvents, List<PlanStep> steps) {}
}
