package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.ui.action.Question;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class QuestionsTest {

    private final List<String> shown = new ArrayList<>();
    private final Deque<Consumer<Boolean>> open = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final Questions questions = new Questions((question, answered) -> {
        shown.add(question.title());
        open.add(answered);
    });

    private static Question question(String title) {
        return new Question(title, "It is away for a moment.", "Restart", false);
    }

    private void ask(String title) {
        questions.ask(question(title), () -> done.add(title));
    }

    private void answer(boolean isConfirmed) {
        open.remove().accept(isConfirmed);
    }

    @Test
    void asksOneAfterTheOtherAndTheSameOnce() {
        ask("first");
        ask("first");
        ask("second");
        ask("second");
        assertThat(shown).containsExactly("first");
        answer(false);
        assertThat(shown).containsExactly("first", "second");
        answer(true);
        assertThat(done).containsExactly("second");
        assertThat(open).isEmpty();
        ask("first");
        answer(true);
        assertThat(done).containsExactly("second", "first");
    }

    @Test
    void asksWhatAnAnswerAsksAgainAfterThoseThatWait() {
        questions.ask(question("first"), () -> ask("first"));
        ask("second");
        answer(true);
        answer(true);
        answer(true);
        assertThat(shown).containsExactly("first", "second", "first");
        assertThat(done).containsExactly("second", "first");
    }

    @Test
    void asksTheNextAlsoWhereAnAnswerFails() {
        questions.ask(question("first"), () -> {
            throw new IllegalStateException("no");
        });
        ask("second");
        assertThatThrownBy(() -> answer(true)).isInstanceOf(IllegalStateException.class);
        answer(true);
        assertThat(done).containsExactly("second");
    }
}
