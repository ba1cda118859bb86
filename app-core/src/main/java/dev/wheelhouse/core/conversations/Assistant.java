package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.caller.Caller;
import java.util.List;

/** Answers what a person wrote. Thread-safe. */
public interface Assistant {

    /** What came of a turn in a few words, for the job. */
    String DONE = "Answered.";

    /**
     * Writes an answer and returns once it is complete.
     *
     * @param caller who asks, through the assistant
     * @param before what was said, oldest first, the question last
     * @throws dev.wheelhouse.core.platform.error.AppException why there is no answer, for people
     * @throws InterruptedException when it was cancelled
     */
    void answer(Caller caller, List<ConversationMessage> before, AnswerDraft draft) throws InterruptedException;
}
