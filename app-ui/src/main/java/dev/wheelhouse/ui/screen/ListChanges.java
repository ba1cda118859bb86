package dev.wheelhouse.ui.screen;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Changes to what a list shows: made beside the window's thread, told in a notice, and read again, also when they were
 * refused. Belongs to the window's thread.
 */
public record ListChanges(LiveList<?, ?> list, Workbench workbench) {

    /** @param said what was done, as a sentence */
    public void make(Consumer<Caller> work, String said) {
        workbench.change(work, () -> done(said), this::refused);
    }

    /** @param done gets what the work answers, before the list is read again */
    public <T> void make(Function<Caller, T> work, Consumer<T> done) {
        workbench.run(
                work,
                answer -> {
                    done.accept(answer);
                    list.refresh();
                },
                this::refused);
    }

    /** As {@link #make(Consumer, String)}, once somebody said yes. */
    public void ask(Question question, Consumer<Caller> work, String said) {
        workbench.ask(question, () -> make(work, said));
    }

    public void done(String said) {
        list.refresh();
        workbench.say(Notice.info(said));
    }

    public void refused(AppException failure) {
        list.refresh();
        workbench.say(failure);
    }
}
