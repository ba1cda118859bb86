package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The approved steps of a plan, one after the other, as a job. The first one that fails ends it. */
final class PlanRun implements JobWork {

    static final String KIND = "conversation_plan";

    private static final System.Logger LOG = System.getLogger(PlanRun.class.getName());

    private final ConversationStores stores;
    private final LiveAnswers live;
    private final Caller caller;
    private final List<ToolEvent> done = new ArrayList<>();
    private volatile Plan plan;

    /** @param caller who approved it; its rights hold */
    PlanRun(ConversationStores stores, LiveAnswers live, Caller caller, Plan approved) {
        this.stores = stores;
        this.live = live;
        this.caller = caller;
        this.plan = approved;
    }

    /** The plan as it is kept, with the job. */
    void of(Plan running) {
        plan = running;
    }

    @Override
    public String run(JobProgress progress) throws InterruptedException {
        List<PlanStep> approved = plan.steps().stream()
                .filter(each -> each.status() == StepStatus.APPROVED)
                .toList();
        for (PlanStep each : approved) {
            if (progress.isCancelled()) {
                throw new InterruptedException();
            }
            progress.report(done.size(), (long) approved.size(), each.sentence());
            keep(each.ordinal(), StepStatus.RUNNING, null);
            PlanStep after = carryOut(each);
            boolean failed = after.status() == StepStatus.FAILED;
            done.add(new ToolEvent(each.tool(), each.input(), after.result() == null ? "" : after.result(), failed));
            keep(each.ordinal(), after.status(), after.result());
            if (failed) {
                // Others may see the job; why it failed is for the member alone.
                throw new AppException(PlatformError.STATE_INVALID, "Step " + each.ordinal() + " failed.");
            }
        }
        return done.size() == 1 ? "One step was carried out." : done.size() + " steps were carried out.";
    }

    private PlanStep carryOut(PlanStep step) throws InterruptedException {
        Tool tool = stores.parts().toolbox().find(step.tool()).orElseThrow();
        try {
            caller.require(tool.scope());
            ToolCall call = new ToolCall(caller, tool.checked(step.input()), false);
            Tool.Work.Changing work = (Tool.Work.Changing) tool.work();
            // Once more: the steps before it took their time.
            if (!step.isStill(work.preview().apply(call))) {
                return step.with(StepStatus.FAILED, "It would do something else by now, so it was not done.");
            }
            return step.with(StepStatus.SUCCEEDED, work.change().apply(call));
        } catch (AppException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw new InterruptedException();
            }
            return step.with(StepStatus.FAILED, Toolbox.message(e));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A step of " + plan.id() + " failed", e);
            return step.with(StepStatus.FAILED, "The console failed; its log names the plan " + plan.id() + ".");
        }
    }

    private void keep(int ordinal, StepStatus status, @Nullable String result) throws InterruptedException {
        plan = plan.with(each -> each.ordinal() == ordinal ? each.with(status, result) : each);
        Plan now = plan;
        boolean isKept = stores.parts().store().write(tx -> stores.plans().save(tx, now, PlanStatus.RUNNING));
        live.changed();
        if (!isKept) {
            // It was deleted with its conversation.
            throw new InterruptedException();
        }
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        settle(stores, tx, plan, end, done);
    }

    /** Ends what a job of a plan left, and says in the conversation what came of it. */
    static void settle(ConversationStores stores, Transaction tx, Plan plan, Job end, List<ToolEvent> done) {
        Conversation conversation =
                stores.conversations().lock(tx, plan.conversationId()).orElse(null);
        if (conversation == null || !end.id().equals(conversation.jobId())) {
            return;
        }
        String why = end.error() == null ? String.valueOf(end.message()) : end.error();
        boolean isWhole = end.status() == JobStatus.SUCCEEDED;
        Plan ended = isWhole ? plan : plan.with(each -> broken(each, why));
        boolean isOpen = ended.steps().stream().anyMatch(each -> each.status() == StepStatus.PROPOSED);
        PlanStatus status = isWhole ? (isOpen ? PlanStatus.PROPOSED : PlanStatus.SUCCEEDED) : PlanStatus.FAILED;
        stores.plans().save(tx, ended.with(status), PlanStatus.RUNNING);
        stores.append(tx, conversation.id(), MessageRole.SYSTEM, told(ended, why), done, plan.id());
        stores.save(tx, conversation, conversation.title(), null);
    }

    private static PlanStep broken(PlanStep step, String why) {
        return switch (step.status()) {
            case RUNNING -> step.with(StepStatus.FAILED, why);
            case PROPOSED, APPROVED -> step.with(StepStatus.SKIPPED, null);
            case SUCCEEDED, FAILED, SKIPPED -> step;
        };
    }

    private static String told(Plan plan, String why) {
        StringBuilder text = new StringBuilder(why);
        plan.steps().stream()
                .filter(each -> each.status() != StepStatus.PROPOSED)
                .forEach(each -> text.append('\n')
                        .append(each.ordinal())
                        .append(". ")
                        .append(each.sentence())
                        .append(": ")
                        .append(each.result() == null ? each.status().wireName() : each.result()));
        return text.toString();
    }
}
