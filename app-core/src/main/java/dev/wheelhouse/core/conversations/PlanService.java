package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What assistants propose, and what a person decides about it. Thread-safe. */
public final class PlanService {

    /** Who sees the jobs of a conversation, and may cancel them beside its member. */
    static final JobScopes JOBS = new JobScopes(Scope.CONVERSATIONS_READ, Scope.ORGANIZATION_WRITE);

    private final ConversationsConfig parts;
    private final ConversationStores stores;
    private final LiveAnswers live;

    PlanService(ConversationStores stores, LiveAnswers live) {
        this.parts = stores.parts();
        this.stores = stores;
        this.live = live;
    }

    /**
     * The plans of a conversation, oldest first. Scope conversations:read.
     *
     * @throws AppException {@code not_found} for a conversation that is not the caller's own
     */
    public List<Plan> list(Caller caller, String conversationId) {
        caller.require(Scope.CONVERSATIONS_READ);
        Instant now = parts.clock().instant();
        return parts
                .store()
                .read(tx -> stores.plans()
                        .of(tx, stores.load(tx, caller, conversationId).id()))
                .stream()
                .map(each -> each.at(now))
                .toList();
    }

    /** @throws AppException {@code not_found} */
    public Plan get(Caller caller, String conversationId, String planId) {
        caller.require(Scope.CONVERSATIONS_READ);
        return parts.store().read(tx -> load(tx, caller, conversationId, planId));
    }

    private Plan load(Transaction tx, Caller caller, String conversationId, String planId) {
        stores.load(tx, caller, conversationId);
        return stores.plans()
                .findOf(tx, conversationId, planId)
                .orElseThrow(() -> AppException.notFound("plan", planId))
                .at(parts.clock().instant());
    }

    /**
     * Has steps of a plan carried out, in their order and once, with the caller's rights. What is not approved now may be
     * later, until the plan expires. Scope conversations:write, and what each step needs.
     *
     * @param ordinals of the steps; null for all that wait
     * @return the plan, running
     * @throws AppException {@code insufficient_scope}, also for whoever filed it and for assistants; {@code not_found};
     *     {@code validation_failed} on {@code steps}; {@code state_invalid} for a plan that has expired or was decided;
     *     {@code conflict} when a step would do something else by now; {@code already_running}; what the services refuse
     */
    public Plan approve(Caller caller, String conversationId, String planId, @Nullable List<Integer> ordinals) {
        Plan plan = parts.store().read(tx -> forDecision(tx, caller, conversationId, planId));
        requirePerson(caller, plan);
        Set<Integer> chosen = chosen(plan, ordinals);
        Caller approver = caller.through(Origin.ASSISTANT, caller.requestId());
        plan.steps().stream().filter(each -> chosen.contains(each.ordinal())).forEach(each -> require(approver, each));
        Plan approved =
                plan.with(each -> chosen.contains(each.ordinal()) ? each.with(StepStatus.APPROVED, null) : each);
        Instant now = parts.clock().instant();
        PlanRun run = new PlanRun(stores, live, approver, approved);
        PlannedJob job = parts.jobs().plan(caller.organizationId(), PlanRun.KIND, conversationId, JOBS, run);
        Plan running = approved.decided(PlanStatus.RUNNING, job.id(), now);
        run.of(running);
        parts.store().change(tx -> {
            Conversation conversation = stores.lock(tx, caller, conversationId);
            stores.requireIdle(tx, conversation);
            // Steps may have been decided since; no digest covers that.
            if (!load(tx, caller, conversationId, planId).equals(plan)
                    || !stores.plans().save(tx, running, PlanStatus.PROPOSED)) {
                throw decided();
            }
            stores.save(tx, conversation, conversation.title(), job.id());
            stores.tell(
                    tx,
                    caller,
                    EventKind.CONVERSATION_PLAN_APPROVED,
                    running,
                    running.steps().stream()
                            .filter(each -> chosen.contains(each.ordinal()))
                            .toList());
            job.begin(tx);
        });
        live.changed();
        return running;
    }

    /**
     * Says that nothing more of a plan is to be done. Scope conversations:write.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for a plan that has expired
     *     or was decided
     */
    public Plan reject(Caller caller, String conversationId, String planId) {
        Plan rejected = parts.store().write(tx -> {
            Plan plan = forDecision(tx, caller, conversationId, planId);
            Plan after = plan.with(
                            each -> each.status() == StepStatus.PROPOSED ? each.with(StepStatus.SKIPPED, null) : each)
                    .decided(PlanStatus.REJECTED, plan.jobId(), parts.clock().instant());
            if (!stores.plans().save(tx, after, PlanStatus.PROPOSED)) {
                throw decided();
            }
            stores.tell(tx, caller, EventKind.CONVERSATION_PLAN_REJECTED, after, after.steps());
            return after;
        });
        live.changed();
        return rejected;
    }

    private Plan forDecision(Transaction tx, Caller caller, String conversationId, String planId) {
        caller.require(Scope.CONVERSATIONS_WRITE);
        Plan plan = load(tx, caller, conversationId, planId);
        requireOpen(plan);
        return plan;
    }

    private static void requireOpen(Plan plan) {
        if (plan.status() == PlanStatus.EXPIRED) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "This plan has expired. Ask the assistant for a new one.");
        }
        if (plan.status() != PlanStatus.PROPOSED) {
            throw decided();
        }
        if (!plan.isIntact()) {
            throw new AppException(
                    PlatformError.CONFLICT, "This plan is not what was filed. Ask the assistant for a new one.");
        }
    }

    private static AppException decided() {
        return new AppException(PlatformError.STATE_INVALID, "This plan was decided already, or is being carried out.");
    }

    /** The lock of plans: who wrote one cannot approve it, and no assistant can approve any. */
    private void requirePerson(Caller caller, Plan plan) {
        boolean isPerson = switch (caller.origin()) {
            case WINDOW -> true;
            case HTTP -> caller.keyId() != null && parts.approvers().test(caller.keyId(), plan);
            case CONSOLE, HOOK, ASSISTANT, MCP -> false;
        };
        if (!isPerson) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "A plan is approved by a person: in the window, or with another key of yours, which was there before the"
                            + " plan and was not made with the key that filed it.");
        }
    }

    private static Set<Integer> chosen(Plan plan, @Nullable List<Integer> ordinals) {
        Set<Integer> open = plan.steps().stream()
                .filter(each -> each.status() == StepStatus.PROPOSED)
                .map(PlanStep::ordinal)
                .collect(Collectors.toCollection(TreeSet::new));
        if (ordinals == null) {
            return open;
        }
        if (ordinals.isEmpty()) {
            throw AppException.invalid("steps", "Name at least one step, or leave this out for all.");
        }
        for (int i = 0; i < ordinals.size(); i++) {
            if (!open.contains(ordinals.get(i))) {
                throw AppException.invalid(
                        "steps[" + i + "]", "No step " + ordinals.get(i) + " waits for approval in this plan.");
            }
        }
        return new TreeSet<>(ordinals);
    }

    /** Refuses a step that would do something else by now, or that the caller may not do. */
    private void require(Caller approver, PlanStep step) {
        Tool tool = parts.toolbox()
                .find(step.tool())
                .orElseThrow(() -> new AppException(
                        PlatformError.CONFLICT, "The tool " + step.tool() + " is not there any more."));
        approver.require(tool.scope());
        Preview now = preview(approver, tool, step);
        if (!step.isStill(now)) {
            throw changed(step, "would do something else by now: " + now.sentence() + ".");
        }
    }

    private static Preview preview(Caller approver, Tool tool, PlanStep step) {
        try {
            Tool.Work.Changing work = (Tool.Work.Changing) tool.work();
            return work.preview().apply(new ToolCall(approver, tool.checked(step.input()), false));
        } catch (AppException e) {
            // What it named has another name by now, or is gone.
            throw switch (e.kind()) {
                case INVALID, NOT_FOUND, CONFLICT -> changed(step, "cannot be done any more: " + e.getMessage());
                case UNAUTHENTICATED, FORBIDDEN, LIMIT, UNAVAILABLE, CANCELLED, INTERNAL -> e;
            };
        }
    }

    private static AppException changed(PlanStep step, String how) {
        return new AppException(
                PlatformError.CONFLICT,
                "Step " + step.ordinal() + " (" + step.sentence() + ") " + how + " Ask the assistant for a new plan.");
    }
}
