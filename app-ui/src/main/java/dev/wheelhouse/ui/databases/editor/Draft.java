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
 * loses next to nothing. A text that could not be written is tried again. Belongs to the window's thread; what it does
 * beside it never undoes something later.
 */
final class Draft {

    private static final Duration BEHIND = Duration.ofMillis(500);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private final Background background;
    private final DraftFile file;
    private final Consumer<AppException> failed;
    private @Nullable Supplier<String> waiting;
    private Background.Handle scheduled = Background.Handle.NONE;
    private boolean isScheduled;
    private boolean writing;
    private boolean told;
    private long version;

    Draft(Background background, SqlFiles drafts, String name, Consumer<AppException> failed) {
        this.background = background;
        this.file = new DraftFile(drafts, name);
        this.failed = failed;
    }

    String name() {
        return file.name();
    }

    void changed(Supplier<String> text) {
        waiting = text;
        version++;
        if (!isScheduled && !writing) {
            // From the first change on and not from the last: who types on without a pause is kept as well.
            schedule(BEHIND);
        }
    }

    private void schedule(Duration delay) {
        isScheduled = true;
        scheduled = background.after(delay, this::write);
    }

    /** Writes beside the window's thread what waits, without waiting any longer. */
    void write() {
        scheduled.cancel();
        isScheduled = false;
        Supplier<String> text = waiting;
        if (text == null || writing) {
            return;
        }
        waiting = null;
        writing = true;
        long written = version;
        background.run(
                () -> {
                    file.write(written, text.get());
                    return true;
                },
                _ -> {
                    writing = false;
                    told = false;
                    if (waiting != null) {
                        schedule(BEHIND);
                    }
                },
                error -> {
                    writing = false;
                    keep(text, error);
                });
    }

    /** The text waits on, unless there is a newer one; what is wrong is said once. */
    private void keep(Supplier<String> text, AppException error) {
        if (waiting == null) {
            waiting = text;
        }
        schedule(AFTER_FAILURE);
        if (!told) {
            told = true;
            failed.accept(error);
        }
    }

    /**
     * Writes at once what waits or is under way, and returns when it is on the disk.
     *
     * @param last gives the text as it stands now
     */
    void flush(Supplier<String> last) {
        boolean pending = waiting != null || writing;
        scheduled.cancel();
        isScheduled = false;
        waiting = null;
        if (pending) {
            try {
                file.write(version, last.get());
            } catch (AppException e) {
                failed.accept(e);
            }
        }
    }

    /** Removes the file; what is being written comes too late. */
    void forget() {
        scheduled.cancel();
        isScheduled = false;
        waiting = null;
        background.run(
                () -> {
                    file.forget();
                    return true;
                },
                _ -> {},
                failed);
    }
}
