package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole window, told of errors where they come up. */
class MemoryWatchTest extends FxTest {

    private final FxBackground background = new FxBackground();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final Thread.@Nullable UncaughtExceptionHandler handlerBefore = Thread.getDefaultUncaughtExceptionHandler();
    private final List<Handler> logBefore = List.of(Logger.getLogger("").getHandlers());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    @SuppressWarnings("NullAway.Init")
    private TestCore core;

    @BeforeEach
    void openWindow() {
        core = TestCore.start(home);
        onFx(() -> {
            // What the window's thread throws is what is tried here.
            Thread.currentThread().setUncaughtExceptionHandler(null);
            ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:7465", home.resolve("token"), "1.4.0", "sqlite");
            new ConsoleWiring(core.core(), facts, Clock.systemUTC(), background)
                    .open(stage(), List.of(), () -> {}, () -> done.add("restart"), () -> done.add("closed"));
            return true;
        });
    }

    @AfterEach
    void closeWindow() {
        onFx(() -> {
            stage().close();
            return true;
        });
        Thread.setDefaultUncaughtExceptionHandler(handlerBefore);
        Logger log = Logger.getLogger("");
        Arrays.stream(log.getHandlers())
                .filter(each -> !logBefore.contains(each))
                .forEach(log::removeHandler);
        core.close();
    }

    @Test
    void offersARestartWhereverTheMemoryRanOut() {
        background.run(MemoryWatchTest::fail, _ -> {}, _ -> {});
        assertOffered("work for the window");
        background.onWindow(MemoryWatchTest::fail);
        assertOffered("the window's thread");
        core.core().workers().start(MemoryWatchTest::fail);
        assertOffered("a thread of the core");
        core.core().jobs().start(core.callers().get(), "export", "db_1", Scope.DATABASES_QUERY, _ -> fail());
        assertOffered("a job");
    }

    private static String fail() {
        throw new OutOfMemoryError("pretended");
    }

    private void assertOffered(String where) {
        waitFor("the offer after " + where, this::isOffered);
        click("Not now");
        waitFor("the line to go", () -> !isOffered());
    }

    private boolean isOffered() {
        return robot().lookup(".button").queryAllAs(Node.class).stream()
                .anyMatch(each -> each instanceof javafx.scene.control.Button button
                        && button.getText().equals("Restart")
                        && button.getParent().isVisible());
    }

    @Test
    void closesInTheOrdinaryWayToRestart() {
        background.run(MemoryWatchTest::fail, _ -> {}, _ -> {});
        waitFor("the offer", this::isOffered);
        Pictures.take(stage().getScene(), "out-of-memory");
        click("Restart");
        waitFor("the end of the window", () -> done.contains("closed"));

        assertThat(done).containsExactly("restart", "closed");
    }
}
