package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Answer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What matters of an answer, whatever its status. */
record Outcome(
        Answer.Result result,
        @Nullable String words,
        @Nullable Duration pause) {

    static final Outcome DELIVERED = new Outcome(Answer.Result.DELIVERED, null, null);

    static Outcome of(Answer answer) {
        return new Outcome(answer.result(), answer.error(), answer.retryAfter());
    }

    static Outcome refused(String words) {
        return new Outcome(Answer.Result.REFUSED, words, null);
    }

    static Outcome failed(String words) {
        return new Outcome(Answer.Result.FAILED, words, null);
    }

    static Outcome later(Duration pause, String words) {
        return new Outcome(Answer.Result.FAILED, words, pause);
    }

    boolean permanent() {
        return result == Answer.Result.REFUSED;
    }
}
