package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.curl.CurlText;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.error.Presented;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.state.WindowState;
import dev.wheelhouse.ui.theme.Theme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The one window of a console, and what it gives to its screens. */
public final class ConsoleWindow implements Workbench {

    /**
     * What happens round a window.
     *
     * @param awaitState returns when services answer; runs off the window's thread
     * @param painted runs when the first frame has been drawn
     * @param restart runs before {@code closed} when the person wants the console started again
     * @param closed runs when the window has been closed for good
     * @param files that it begins with
     * @param opener opens a file, once services answer
     */
    public record Course(
            Runnable awaitState,
            Runnable painted,
            Runnable restart,
            Runnable closed,
            List<Path> files,
            Consumer<Path> opener) {}

    private static final System.Logger LOG = System.getLogger(ConsoleWindow.class.getName());
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Stage stage;
    private final Background background;
    private final WindowState state;
    private final Supplier<Caller> callers;
    private final CurlText curlText;
    private final Layers layers = new Layers();
    private final ShellViewModel model;
    private final StackPane base = new StackPane();
    private final Questions questions = new Questions(this::show);
    private final Notices notices = new Notices(base, details -> copy(details, "The details"));
    private final Action restart =
            Action.of("shell.restart", "Restart Wheelhouse", "fth-rotate-cw", this::closeToRestart);
    private final MemoryLine memoryLine = new MemoryLine(restart);
    private final List<Path> waitingFiles = new ArrayList<>();
    private boolean begun;
    private @Nullable Shell shell;
    private @Nullable Course course;

    public ConsoleWindow(
            Stage stage, Background background, WindowState state, Supplier<Caller> callers, ConsoleFacts facts) {
        this.stage = stage;
        this.background = background;
        this.state = state;
        this.callers = callers;
        this.curlText = new CurlText(facts.url(), facts.tokenFile());
        this.model = new ShellViewModel(state, "overview");
    }

    public ShellViewModel model() {
        return model;
    }

    /** Follows the newest notice that leads somewhere, by the keyboard. */
    public Action followNotice() {
        return notices.follows();
    }

    /** Closes the window in the ordinary way and starts the console again. */
    public Action restart() {
        return restart;
    }

    /**
     * Shows the window.
     *
     * @param content what it shows; opens its screen of last time
     * @param summons calls of later starts
     */
    public void show(Shell content, SingleInstance summons, Course course) {
        shell = content;
        this.course = course;
        waitingFiles.addAll(course.files());
        content.addOnTop(memoryLine);
        base.getChildren().add(content.root());
        Scene scene = new Scene(base);
        followTheme(scene);
        content.listenTo(scene);
        stage.setTitle("Wheelhouse");
        stage.getIcons().setAll(Theme.icons());
        stage.setScene(scene);
        new WindowPlacement(state).apply(stage);
        stage.setOnCloseRequest(event -> {
            event.consume();
            content.requestClose(stage::close);
        });
        stage.iconifiedProperty().addListener((_, _, minimised) -> content.rest(minimised));
        answer(summons, course);
        stage.setOnHidden(_ -> {
            summons.close();
            content.onHide();
            course.closed().run();
        });
        content.openLast();
        stage.show();
        afterFirstFrame(scene, course.painted());
        background.run(
                () -> {
                    course.awaitState().run();
                    return true;
                },
                _ -> {
                    content.onShow();
                    begun = true;
                    openWaiting(course);
                },
                // What started the core reports why, and ends the process.
                error -> LOG.log(System.Logger.Level.DEBUG, "The state did not open", error));
    }

    private void show(Question question, Consumer<Boolean> answered) {
        QuestionDialog.ask(stage, question, isDark(), answered);
    }

    private static void afterFirstFrame(Scene scene, Runnable painted) {
        Runnable watch = new Runnable() {
            private int pulses;

            @Override
            public void run() {
                pulses++;
                // The first is laid out and handed over to be painted; the second begins when it was.
                if (pulses == 2) {
                    scene.removePostLayoutPulseListener(this);
                    painted.run();
                } else {
                    Platform.requestNextPulse();
                }
            }
        };
        scene.addPostLayoutPulseListener(watch);
        Platform.requestNextPulse();
    }

    /** Says that the console ran out of memory and offers to start it again. */
    public void offerRestart() {
        memoryLine.setVisible(true);
    }

    private void closeToRestart() {
        Course after = Objects.requireNonNull(course);
        Objects.requireNonNull(shell).requestClose(() -> {
            after.restart().run();
            stage.close();
        });
    }

    private void answer(SingleInstance summons, Course course) {
        background.run(
                summons::await,
                called -> called.ifPresent(files -> {
                    // First, as whatever fails below must not be the end of it.
                    answer(summons, course);
                    stage.setIconified(false);
                    stage.toFront();
                    stage.requestFocus();
                    waitingFiles.addAll(files);
                    openWaiting(course);
                }),
                _ -> background.after(PAUSE, () -> answer(summons, course)));
    }

    private void openWaiting(Course course) {
        if (begun) {
            List<Path> now = List.copyOf(waitingFiles);
            waitingFiles.clear();
            now.forEach(course.opener());
        }
    }

    private void followTheme(Scene scene) {
        model.themeProperty().addListener(_ -> useTheme(scene));
        Platform.getPreferences().colorSchemeProperty().addListener(_ -> useTheme(scene));
        useTheme(scene);
    }

    private void useTheme(Scene scene) {
        Theme.use(isDark());
        Theme.dress(scene, isDark());
    }

    private boolean isDark() {
        ColorScheme system = Platform.getPreferences().getColorScheme();
        return Theme.isDark(model.themeProperty().get(), system);
    }

    @Override
    public void say(Notice notice) {
        notices.show(notice);
    }

    @Override
    public void say(AppException error) {
        Presented presented = ErrorPresenter.present(error);
        say(Notice.failure(presented.text(), presented.details()));
    }

    @Override
    public void ask(Question question, Runnable confirmed) {
        questions.ask(question, confirmed);
    }

    @Override
    public void copy(String text, String what) {
        Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
        say(Notice.info(what + " was copied."));
    }

    @Override
    public void copyCurl(CurlCommand command) {
        copy(curlText(command), "The curl command");
    }

    @Override
    public String curlText(CurlCommand command) {
        return curlText.of(command);
    }

    @Override
    public Layers layers() {
        return layers;
    }

    @Override
    public void openScreen(String id) {
        Objects.requireNonNull(shell, "The window is not shown yet").open(id);
    }

    @Override
    public void showBand(@Nullable WarningBand band) {
        model.bandProperty().set(band);
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
        return state;
    }
}
