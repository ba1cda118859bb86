package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Background;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what stands in a tab in a file of its own, half a second behind the typing, so that a process that is killed
 * loses next to nothing. Belongs to the window's thread.
 */
final class Draft {

    private static final Duration BEHIND = Duration.ofMillis(500);

    private final Background background;
    private final SqlFiles drafts;
    private final String name;
    private final Consumer<AppException> failed;
    private @Nullable Supplier<String> waiting;
    private boolean scheduled;
    private boolean writing;

    Draft(Background background, SqlFiles drafts, String name, Consumer<AppException> failed) {
        this.background = background;
        this.drafts = drafts;
        this.name = name;
        this.failed = failed;
    }

    String name() {
        return name;
    }

    void changed(Supplier<String> text) {
        waiting = text;
        if (!scheduled && !writing) {
            scheduled = true;
            // From the first change on and not from the last: who types on without a pause is kept as well.
            background.after(BEHIND, this::write);
        }
    }

    private void write() {
        scheduled = false;
        Supplier<String> text = waiting;
        if (text == null || writing) {
            return;
        }
        waiting = null;
        writing = true;
        background.run(
                () -> {
                    drafts.write(name, text.get());
                    return true;
                },
                _ -> written(),
                error -> {
                    failed.accept(error);
                    written();
                });
    }

    private void written() {
        writing = false;
        Supplier<String> next = waiting;
        if (next != null) {
            changed(next);
        }
    }

    /** Writes at once what waits. */
    void flush() {
        Supplier<String> text = waiting;
        waiting = null;
        if (text != null) {
            drafts.write(name, text.get());
        }
    }

    void forget() {
        waiting = null;
        background.run(
                () -> {
                    drafts.delete(name);
                    return true;
                },
                _ -> {},
                failed);
    }
}
