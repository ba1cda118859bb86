package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Objects;

/** One answer as a job: what was written becomes a message together with the job's end. */
final class AnswerRun implements JobWork {

    static final String KIND = "conversation_answer";

    private final ConversationStores stores;
    private final LiveAnswers live;
    private final Assistant assistant;
    private final Caller caller;
    private final String conversationId;
    private final AnswerDraft draft;

    AnswerRun(ConversationStores stores, LiveAnswers live, Assistant assistant, Caller caller, String conversationId) {
        this.stores = stores;
        this.live = live;
        this.assistant = assistant;
        this.caller = caller;
        this.conversationId = conversationId;
        this.draft = new AnswerDraft(caller, stores.parts().toolbox(), live::changed);
    }

    @Override
    public String run(JobProgress progress) throws InterruptedException {
        live.put(conversationId, draft);
        List<ConversationMessage> before =
                stores.parts().store().read(tx -> stores.messages().after(tx, conversationId, 0));
        assistant.answer(caller, before, draft);
        return Assistant.DONE;
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        Conversation conversation =
                stores.conversations().lock(tx, conversationId).orElse(null);
        if (conversation == null || !end.id().equals(conversation.jobId())) {
            return;
        }
        AnswerDraft.Snapshot written = draft.snapshot();
        boolean isWhole = end.status() == JobStatus.SUCCEEDED;
        String why = Objects.requireNonNullElse(end.error() == null ? end.message() : end.error(), "");
        String text = isWhole ? written.text() : (written.text().isBlank() ? "" : written.text() + "\n\n") + why;
        String planId = isWhole ? stores.file(tx, caller, conversation, written.steps()) : null;
        stores.append(
                tx,
                conversationId,
                isWhole ? MessageRole.ASSISTANT : MessageRole.SYSTEM,
                text,
                written.toolEvents(),
                planId);
        stores.save(tx, conversation, conversation.title(), null);
    }

    @Override
    public void over() {
        live.remove(conversationId, draft);
    }
}
