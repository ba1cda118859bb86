package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.TimeColumn;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of logs with logs that are made up, in every state. */
@SuppressWarnings("NullAway.Init")
class LogsScreenTest extends FxTest {

    private static final LogOrigin SHOP = LogOrigin.app("app_1");

    @TempDir
    private static Path home;

    private static TestCore core;

    private final FakeLogs logs = new FakeLogs();
    private FakeWorkbench workbench;
    private LogsWiring wiring;
    private Shell shell;
    private Scene scene;

    /** One for all: only the jobs of the shell are the core's. */
    @BeforeAll
    static void startCore() {
        core = TestCore.start(home);
    }

    @AfterAll
    static void closeCore() {
        core.close();
    }

    @BeforeEach
    void open() {
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            wiring = new LogsWiring(logs, workbench, controls, Clock.systemUTC(), ZoneOffset.UTC);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "logs"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(wiring));
            workbench.opener = shell::open;
            Scene made = show(shell.root(), 1280, 720);
            shell.listenTo(made);
            shell.openLast();
            shell.onShow();
            return made;
        });
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
    }

    /** Puts a text into the field that has the keyboard, at once. */
    private void write(String text) {
        waitFor("the field", () -> scene.getFocusOwner() instanceof TextField);
        onFx(() -> {
            ((TextField) scene.getFocusOwner()).setText(text);
            return true;
        });
    }

    private LogView view() {
        return (LogView) robot().lookup(".log-view").queryAll().stream()
                .filter(FxTest::isSeen)
                .findFirst()
                .orElseThrow();
    }

    private void openShop(int turns) {
        SampleDocuments.shop(logs.put(SHOP, "shop", "shop on web-1"), turns);
        onFx(() -> {
            wiring.openApp("app_1", null);
            return true;
        });
        waitFor(
                "the lines",
                () -> robot().lookup(".log-view").tryQuery().isPresent()
                        && view().lines().end() > 0
                        && view().lines().line(view().lines().end() - 1) != null);
    }

    private Optional<Labeled> chip(String begin) {
        return robot().lookup(".log-chip").queryAll().stream()
                .filter(FxTest::isSeen)
                .map(Labeled.class::cast)
                .filter(each -> String.valueOf(each.getText()).startsWith(begin))
                .findFirst();
    }

    @Test
    void offersToOpenALogWhereNoneIs() {
        waitFor("the offer", () -> robot().lookup(".state-empty").tryQuery().isPresent());
        Pictures.take(scene, "logs-empty");
        click("Open log of a server…");
        waitFor("the servers", () -> robot().lookup("This machine").tryQuery().isPresent());
        Pictures.take(scene, "logs-server-file");
        click("Open");
        waitFor(
                "what is missing",
                () -> robot().lookup(".field-error")
                        .match((Label label) -> label.getText().startsWith("Type the whole path"))
                        .tryQuery()
                        .isPresent());
    }

    @Test
    void followsAnAppsLogAndCountsWhatComesWhilePaused() {
        openShop(60);
        waitFor("the counts", () -> chip("Error").isPresent());
        Pictures.take(scene, "logs-live");
        LogView view = view();
        assertThat(onFx(() -> view.followingProperty().get())).isTrue();

        onFx(() -> {
            view.requestFocus();
            return true;
        });
        robot().type(KeyCode.PAGE_UP);
        waitFor("the pause", () -> !view.followingProperty().get());
        ListedDocument document = (ListedDocument) logs.open(LogTarget.of(SHOP)).document();
        for (int i = 0; i < 3; i++) {
            document.add(LogLevel.INFO, null, null, "new " + i);
        }
        document.tell();
        waitFor(
                "the pill",
                () -> robot().lookup(".log-pill")
                        .queryAs(Button.class)
                        .getText()
                        .equals("3 new lines"));
        Pictures.take(scene, "logs-paused");
        robot().type(KeyCode.END);
        waitFor("the end", () -> view.followingProperty().get());
    }

    @Test
    void givesTheKeyboardToALogThatOpens() {
        openShop(60);
        waitFor("the keyboard", () -> view().equals(scene.getFocusOwner()));
        robot().type(KeyCode.PAGE_UP);
        waitFor("the pause", () -> !view().followingProperty().get());
    }

    @Test
    void filtersByTextAndLevelAndFinds() {
        openShop(60);
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.F).release(KeyCode.F, KeyCode.SHIFT, KeyCode.CONTROL);
        write("orders/(");
        click("#regex");
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.F).release(KeyCode.F, KeyCode.SHIFT, KeyCode.CONTROL);
        robot().type(KeyCode.ENTER);
        waitFor(
                "what is wrong",
                () -> robot().lookup(".log-error")
                        .queryAs(Label.class)
                        .getText()
                        .contains("Unclosed group"));
        Pictures.take(scene, "logs-filter-error");
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.F).release(KeyCode.F, KeyCode.SHIFT, KeyCode.CONTROL);
        write("order");
        robot().type(KeyCode.ENTER);
        waitFor("the filter", () -> view().lines().end() < 100);
        long before = onFx(() -> view().lines().end());
        write("200 7 ms");
        robot().press(KeyCode.SHIFT, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.SHIFT);
        waitFor("the second condition", () -> view().lines().end() < before);
        robot().press(KeyCode.CONTROL, KeyCode.F).release(KeyCode.F, KeyCode.CONTROL);
        write("deadlock");
        robot().type(KeyCode.ENTER);
        waitFor("the first", () -> found().isPresent());
        String first = found().orElseThrow();
        robot().type(KeyCode.ENTER);
        waitFor("the next", () -> found().filter(now -> !now.equals(first)).isPresent());
        Pictures.take(scene, "logs-filtered");
    }

    @Test
    void givesTheKeyboardToASearchThatIsAskedForWhileTheLogOpens() {
        CountDownLatch answers = new CountDownLatch(1);
        SampleDocuments.shop(logs.put(SHOP, "shop", "shop on web-1"), 60);
        logs.beforeOpen = () -> {
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        onFx(() -> {
            wiring.openApp("app_1", null);
            return true;
        });
        waitFor("its pane", () -> robot().lookup(".log-pane").tryQuery().isPresent());
        robot().press(KeyCode.CONTROL, KeyCode.F).release(KeyCode.F, KeyCode.CONTROL);
        answers.countDown();
        write("deadlock");
        robot().type(KeyCode.ENTER);
        waitFor("the first", () -> hits(".*").isPresent());
    }

    private Optional<String> found() {
        return hits("5");
    }

    private Optional<String> hits(String lines) {
        return robot().lookup(".log-line-bar .label").queryAll().stream()
                .map(each -> ((Label) each).getText())
                .filter(text -> text.matches("\\d of " + lines + " lines"))
                .findFirst();
    }

    @Test
    void showsJsonAndTracesWhole() {
        openShop(60);
        LogView view = view();
        onFx(() -> {
            view.requestFocus();
            view.timesProperty().set(TimeColumn.LOCAL);
            for (long row = 40; row < 100; row++) {
                var line = view.lines().line(row);
                if (line != null && line.text().startsWith("{")) {
                    view.reveal(row);
                    break;
                }
            }
            return true;
        });
        robot().press(KeyCode.CONTROL, KeyCode.F2).release(KeyCode.F2, KeyCode.CONTROL);
        robot().press(KeyCode.ALT, KeyCode.D).release(KeyCode.D, KeyCode.ALT);
        onFx(() -> {
            view.requestFocus();
            return true;
        });
        robot().type(KeyCode.ENTER);
        Pictures.take(scene, "logs-json");
        assertThat(robot().lookup(".log-detail").tryQuery()).isPresent();
    }

    @Test
    void hasRoomForItsToolsWhereThereIsLittle() {
        SampleDocuments.shop(logs.put(SHOP, "shop", "shop on web-1"), 60);
        LogPane pane = onFx(() -> wiring.pane("app_1"));
        Scene narrow = show(pane.root(), 640, 420);
        onFx(() -> {
            pane.onShow();
            return true;
        });
        waitFor("the counts", () -> chip("Error").isPresent());
        Pictures.takeOwnSize(narrow, "logs-narrow");
        assertThat(onFx(() -> {
                    Node follow = pane.root().lookup("#follow");
                    return follow.localToScene(follow.getBoundsInLocal()).getMaxX();
                }))
                .isLessThanOrEqualTo(640);
        onFx(() -> {
            pane.dispose();
            return true;
        });
    }

    @Test
    void letsGoOfAPaneThatWasClosed() {
        WeakReference<Node> root = onFx(() -> {
            LogPane pane = wiring.pane("app_1");
            pane.dispose();
            return new WeakReference<>(pane.root());
        });
        waitFor("the collector", () -> {
            System.gc();
            return root.get() == null;
        });
    }

    @Test
    void keepsNoPictureOfALogBehindAnother() {
        SampleDocuments.shop(logs.put(SHOP, "shop", "shop on web-1"), 60);
        onFx(() -> {
            shell.open("logs");
            wiring.open(new LogTarget(List.of(SHOP)));
            return true;
        });
        waitFor("the counts", () -> chip("Error").isPresent());
        Parent surface = onFx(() -> (Parent) scene.lookup(".log-surface"));
        WeakReference<Node> picture =
                onFx(() -> new WeakReference<>(surface.getChildrenUnmodifiable().getFirst()));
        onFx(() -> {
            wiring.open(new LogTarget(List.of(LogOrigin.app("app_2"))));
            return true;
        });
        waitFor("the collector", () -> {
            System.gc();
            return picture.get() == null;
        });
        onFx(() -> {
            wiring.open(new LogTarget(List.of(SHOP)));
            return true;
        });
        waitFor(
                "the log again",
                () -> surface.getChildrenUnmodifiable().getFirst() instanceof Canvas again
                        && again.getWidth() == surface.getLayoutBounds().getWidth());
    }

    @Test
    void mergesSeveralLogsByTime() {
        ListedDocument document = logs.put(
                List.of(SHOP, LogOrigin.app("app_2"), LogOrigin.file("/var/log/nginx/access.log")),
                List.of("nginx", "shop", "mailer"));
        SampleDocuments.merged(document, 80);
        document.notice = "The link to web-1 is cut; trying again in 4 s";
        onFx(() -> {
            shell.open("logs");
            return true;
        });
        onFx(() -> {
            wiring.open(
                    new LogTarget(List.of(SHOP, LogOrigin.app("app_2"), LogOrigin.file("/var/log/nginx/access.log"))));
            return true;
        });
        waitFor("the legend", () -> chip("mailer").isPresent());
        Pictures.take(scene, "logs-merged");
    }

    @Test
    void saysThatAFileIsMissing() {
        onFx(() -> {
            wiring.openFile(Path.of("/var/log/gone.log"));
            return true;
        });
        waitFor("the failure", () -> robot().lookup(".state-failed").tryQuery().isPresent());
        Pictures.take(scene, "logs-failed");
    }
}
