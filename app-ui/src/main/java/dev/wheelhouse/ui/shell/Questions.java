package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Question;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks one question after the other. Belongs to the window's thread. */
final class Questions {

    private final BiConsumer<Question, Consumer<Boolean>> show;
    private final Queue<Asked> waiting = new ArrayDeque<>();
    private boolean isAsking;
    private @Nullable Question shown;

    private record Asked(Question question, Runnable confirmed) {}

    /** @param show shows a question and hears whether it was confirmed, once */
    Questions(BiConsumer<Question, Consumer<Boolean>> show) {
        this.show = show;
    }

    /** Asks once those before were answered; the same question as one of them came of the same key, and is asked once. */
    void ask(Question question, Runnable confirmed) {
        Asked next = new Asked(question, confirmed);
        if (!isAsking) {
            show(next);
        } else if (!question.equals(shown)
                && waiting.stream().noneMatch(each -> each.question().equals(question))) {
            waiting.add(next);
        }
    }

    private void show(Asked next) {
        isAsking = true;
        shown = next.question();
        show.accept(next.question(), isConfirmed -> answered(next, isConfirmed));
    }

    private void answered(Asked asked, boolean isConfirmed) {
        shown = null;
        try {
            if (isConfirmed) {
                asked.confirmed().run();
            }
        } finally {
            Asked following = waiting.poll();
            isAsking = following != null;
            if (following != null) {
                show(following);
            }
        }
    }
}
