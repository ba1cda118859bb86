package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import dev.wheelhouse.ui.controls.editor.Suggestions;
import dev.wheelhouse.ui.databases.editor.SqlLanguage;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.theme.Theme;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;

/**
 * Types into an editor and prints how long each key takes to be painted: {@code median p99 longest} in milliseconds, then median
 * and p99 of the processor time that the window's thread took for it, or
 * {@code refused}. The argument is {@code script}, {@code longest} (a line as long as the editor takes) or
 * {@code oversized} (a line of 100 kB). To be run with {@code -Djavafx.animation.fullspeed=true}, so that no frame waits
 * for the screen.
 */
public final class EditorTyping {

    private EditorTyping() {}

    /** Java starts no program from the class path whose main class is the application itself. */
    public static void main(String[] arguments) {
        Application.launch(Typist.class, arguments);
    }

    /** The window that is typed in. */
    public static final class Typist extends Application {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
 private static final int WARM_UP = 100;
    private static final int KEYS = 500;
    private static final int FIRST_PULSES = 200;
    private static final String LINE = "select o.order_id, c.name, sum(o.total) from orders o where o.total > 12.5; -- row\n";

    private final List<Double> millis = new ArrayList<>();
    private final List<Double> worked = new ArrayList<>();
    private int pulses = -FIRST_PULSES;
    private int keys;
    private long pressed;
 private long workedBefore;

    @Override
    public void start(Stage stage) {
        Theme.loadFonts();
        Theme.use(false);
        SqlEditor editor = new SqlEditor(
                new FxBackground(), SqlLanguage.analyser(Engine.POSTGRESQL), (_, _) -> Suggestions.NONE);
        Scene scene = new Scene(editor, 1280, 720);
        Theme.dress(scene, false);
        stage.setScene(scene);
        stage.show();
        String text = text(getParameters().getRaw().getFirst());
        if (!editor.open(text)) {
            end("refused");
            return;
        }
        editor.area().moveTo(text.length() / 2);
        editor.area().requestFollowCaret();
        editor.requestFocus();
        scene.addPostLayoutPulseListener(() -> {
            pulse(editor);
            Platform.requestNextPulse();
        });
        Platform.requestNextPulse();
    }

    private static String text(String kind) {
        return switch (kind) {
            case "script" -> LINE.repeat(1_000_000 / LINE.length());
            case "longest" -> LINE.strip().repeat(20_000 / LINE.strip().length()).replace("-- row", "");
            case "oversized" -> "x".repeat(100_000);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** A key is pressed between two frames; the frame behind the next one says that it was painted. */
    private void pulse(SqlEditor editor) {
        pulses++;
        if (pulses < 0) {
            return;
        }
        if (pulses % 3 == 2) {
            if (keys > WARM_UP) {
                millis.add((System.nanoTime() - pressed) / 1e6);
 worked.add((THREADS.getCurrentThreadCpuTime() - workedBefore) / 1e6);
            }
            if (keys == WARM_UP + KEYS) {
                Collections.sort(millis);
 Collections.sort(worked);
                end("%.1f %.1f %.1f %.1f %.1f"
                        .formatted(
                                millis.get(millis.size() / 2),
                                millis.get(millis.size() * 99 / 100),
                                millis.getLast(),
 worked.get(worked.size() / 2),
 worked.get(worked.size() * 99 / 100)));
            }
        } else if (pulses % 3 == 0) {
            Platform.runLater(() -> {
                keys++;
                pressed = System.nanoTime();
 workedBefore = THREADS.getCurrentThreadCpuTime();
                String typed = keys % 7 == 0 ? " " : "a";
                Event.fireEvent(
                        editor.area(),
                        new KeyEvent(
                                KeyEvent.KEY_TYPED, typed, "", KeyCode.UNDEFINED, false, false, false, false));
            });
        }
    }

    private static void end(String line) {
        System.out.println("typed " + line);
        System.out.flush();
        System.exit(0);
    }
    }
}
