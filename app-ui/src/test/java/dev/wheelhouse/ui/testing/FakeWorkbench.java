package dev.wheelhouse.ui.testing;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.curl.CurlText;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.Layers;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.WarningBand;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.state.WindowState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A workbench that keeps what it is told; questions are answered as the test says. */
public final class FakeWorkbench implements Workbench {

    public final List<Notice> notices = new ArrayList<>();
    public final List<AppException> errors = new ArrayList<>();
    public final List<Question> questions = new ArrayList<>();
    public final List<String> copied = new ArrayList<>();
    public final List<CurlCommand> curls = new ArrayList<>();
    public final List<String> screens = new ArrayList<>();
    public @Nullable WarningBand band;
    public boolean answer = true;

    /** What opens screens, for tests with a shell. */
    public Consumer<String> opener = _ -> {};

    private final Layers layers = new Layers();
    private final Background background;
    private final Supplier<Caller> callers;
    private final Map<String, Object> state = new HashMap<>();

    /** With a caller who may do everything in an organization of the test's. */
    public FakeWorkbench(Background background) {
        this(
                background,
                () -> new Caller(
                        "org_test", "mem_test", null, EnumSet.allOf(Scope.class), Origin.WINDOW, "req_test", null));
    }

    public FakeWorkbench(Background background, Supplier<Caller> callers) {
        this.background = background;
        this.callers = callers;
    }

    @Override
    public void say(Notice notice) {
        notices.add(notice);
    }

    @Override
    public void say(AppException error) {
        errors.add(error);
    }

    @Override
    public void ask(Question question, Runnable confirmed) {
        questions.add(question);
        if (answer) {
            confirmed.run();
        }
    }

    @Override
    public void copy(String text, String what) {
        copied.add(text);
    }

    @Override
    public void copyCurl(CurlCommand command) {
        curls.add(command);
    }

    @Override
    public String curlText(CurlCommand command) {
        return new CurlText(() -> "http://127.0.0.1:7465", Path.of("/home/ada/.local/share/wheelhouse/local-token"))
                .of(command);
    }

    @Override
    public Layers layers() {
        return layers;
    }

    @Override
    public void openScreen(String id) {
        screens.add(id);
        opener.accept(id);
    }

    @Override
    public void showBand(@Nullable WarningBand shown) {
        band = shown;
    }

    @Override
    public Supplier<Caller> callers() {
        return callers;
    }

    @Override
    public Background background() {
        return background;
    }

    @Override
    public WindowState state() {
        return new WindowState() {
            @Override
            public <T> Optional<T> read(String key, Class<T> type) {
                return Optional.ofNullable(state.get(key))
                        .filter(type::isInstance)
                        .map(type::cast);
            }

            @Override
            public void write(String key, Object value) {
                state.put(key, value);
            }
        };
    }
}
