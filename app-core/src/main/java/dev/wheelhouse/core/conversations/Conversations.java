package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Conversations {

    private final ConversationStores stores;
    private final ConversationService service;
    private final PlanService plans;

    public Conversations(ConversationsConfig parts) {
        stores = ConversationStores.of(parts);
        LiveAnswers live = new LiveAnswers();
        service = new ConversationService(stores, live);
        plans = new PlanService(stores, live);
        parts.jobs().whenAbandoned(AnswerRun.KIND, this::answerAbandoned);
        parts.jobs().whenAbandoned(PlanRun.KIND, this::planAbandoned);
    }

    private void answerAbandoned(Transaction tx, Job failed) {
        stores.conversations()
                .lock(tx, failed.subjectId())
                .filter(each -> failed.id().equals(each.jobId()))
                .ifPresent(each -> {
                    stores.append(tx, each.id(), MessageRole.SYSTEM, String.valueOf(failed.error()), List.of(), null);
                    stores.save(tx, each, each.title(), null);
                });
    }

    private void planAbandoned(Transaction tx, Job failed) {
        stores.plans()
                .findOfJob(tx, failed.id())
                .ifPresent(plan -> PlanRun.settle(stores, tx, plan, failed, List.of()));
    }

    public ConversationService service() {
        return service;
    }

    public PlanService plans() {
        return plans;
    }

    public Toolbox toolbox() {
        return stores.parts().toolbox();
    }
}
