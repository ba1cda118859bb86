package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.state.WindowState;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the window gives to its screens and their view models. Belongs to the window's thread. */
public interface Workbench {

    /** Shows a notice in the corner. */
    void say(Notice notice);

    /** Shows an error as a notice, with its details to copy. */
    void say(AppException error);

    /**
     * Asks before something that destroys; Escape and closing mean no.
     *
     * @param confirmed runs when the answer is yes
     */
    void ask(Question question, Runnable confirmed);

    /** Does what a key or the palette asks for; asks first where a slip would change something outside the window. */
    default void runByKey(Action action) {
        action.question()
                .filter(_ -> action.isEnabled())
                .ifPresentOrElse(question -> ask(question, action::run), action::run);
    }

    /**
     * Puts text on the clipboard.
     *
     * @param what was copied, for the notice, such as {@code "Token file"}
     */
    void copy(String text, String what);

    /** Puts the call as a curl line on the clipboard. */
    void copyCurl(CurlCommand command);

    /** The call as a line for a shell. */
    String curlText(CurlCommand command);

    /** Who has the keyboard. */
    Layers layers();

    /** Opens a screen by its id, such as {@code databases}. */
    void openScreen(String id);

    /**
     * Paints a band round the window while something of a production environment is in front.
     *
     * @param band null for none
     */
    void showBand(@Nullable WarningBand band);

    /** The owner at this window, with a new request id at each call; may be called from any thread. */
    Supplier<Caller> callers();

    Background background();

    /** Does blocking work as the owner beside the window's thread, then one of both on it. */
    default <T> Background.Handle run(
            Function<Caller, T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
        return background().run(() -> work.apply(callers().get()), done, failed);
    }

    /** As {@link #run}, for work that answers nothing. */
    default void change(Consumer<Caller> work, Runnable done, Consumer<? super AppException> failed) {
        run(
                caller -> {
                    work.accept(caller);
                    return true;
                },
                _ -> done.run(),
                failed);
    }

    WindowState state();
}
