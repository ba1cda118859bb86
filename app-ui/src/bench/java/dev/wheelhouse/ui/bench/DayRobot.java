package dev.wheelhouse.ui.bench;

import dev.wheelhouse.ui.ConsoleMain;
import java.io.File;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/**
 * Works a console's window through a day, by keys, in its own process: each screen twice, tables and SQL tabs opened and
 * closed, logs, forms and lists of keys, sizes of the window, searches. Prints what it takes after each of them, and ends
 * the process. The console is given a database as a file.
 */
public final class DayRobot {

    /** Of paths of logs, joined as a class path is. */
    static final String LOGS = "bench.logs";

    static final String START = "start";
    static final String END = "end";

    /** A line of {@link #report}. */
    static final Pattern LINE = Pattern.compile(
            "day (?<what>.+) live=(?<live>\\S+) resident=(?<resident>\\S+) collections=(?<collections>\\d+)"
                    + " collected=(?<collected>\\d+) key=(?<key>\\S+)");

    /** Between two keys of somebody fast. */
    private static final long KEY_NANOS = 20_000_000;

    /** What a screen may take to show what it reads. */
    private static final long SCREEN_NANOS = 400_000_000;

    private static final long LONGEST_NANOS = 15_000_000_000L;
    private static final int TABLES = 20;
    private static final int SEARCHES = 200;
    private static final int TABS = 100;
    private static final int SQL_TABS = 20;
    private static final int OVERLAYS = 30;
    private static final int SIZES = 20;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final List<String> SCREENS = List.of(
            "Overview",
            "Databases",
            "History",
            "Servers",
            "Apps",
            "Deployments",
            "Schedules",
            "Backups",
            "Mail",
            "Repositories",
            "Notifications",
            "Assistant",
            "Access",
            "Audit log",
            "Settings");
    private static final List<String> FORMS =
            List.of("Add a server", "Add a database", "Add an app", "Add a schedule", "Invite a member");

    private final Stage stage;
    private final Scene scene;

    private DayRobot(Stage stage) {
        this.stage = stage;
        this.scene = stage.getScene();
    }

    /** @param arguments those of the console, the files of the day among them */
    public static void main(String[] arguments) throws InterruptedException {
        Thread.ofPlatform().daemon().start(DayRobot::work);
        ConsoleMain.main(arguments);
    }

    private static void work() {
        try {
            new DayRobot(window()).day();
            Runtime.getRuntime().halt(0);
        } catch (Exception | AssertionError e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static Stage window() throws Exception {
        long until = System.nanoTime() + LONGEST_NANOS;
        while (System.nanoTime() < until) {
            rest(KEY_NANOS);
            try {
                Stage found = fx(() -> Window.getWindows().stream()
                        .filter(each -> each.isShowing() && each.getScene() != null && each instanceof Stage)
                        .map(Stage.class::cast)
                        .findFirst()
                        .orElse(null));
                if (found != null) {
                    return found;
                }
            } catch (IllegalStateException _) {
                // The toolkit has not been started yet.
            }
        }
        throw new AssertionError("The window did not come");
    }

    private void day() throws Exception {
        // The database that it was given opens its form.
        await("the form", () -> scene.lookup(".connection-form") != null);
        rest(SCREEN_NANOS);
        press(KeyCode.ENTER, false);
        await("the database saved", () -> scene.lookup(".connection-form") == null);
        go("Overview");
        report(START, searches(20));
        for (int round = 0; round < 2; round++) {
            for (String screen : SCREENS) {
                go(screen);
                rest(SCREEN_NANOS);
            }
            report("screens " + (round + 1), List.of());
        }
        for (int tab = 0; tab < TABS; tab++) {
            go("table" + (tab % TABLES + 10));
            rest(SCREEN_NANOS);
            press(KeyCode.W, true);
        }
        report("tables", List.of());
        go("Databases");
        for (int tab = 0; tab < SQL_TABS; tab++) {
            press(KeyCode.T, true);
            rest(SCREEN_NANOS);
            type("select 1");
            press(KeyCode.ENTER, true);
            rest(SCREEN_NANOS);
            press(KeyCode.W, true);
        }
        report("SQL tabs", List.of());
        for (String log : System.getProperty(LOGS, "").split(File.pathSeparator, -1)) {
            openLog(log);
        }
        report("logs", List.of());
        for (int overlay = 0; overlay < OVERLAYS; overlay++) {
            go(FORMS.get(overlay % FORMS.size()));
            press(KeyCode.ESCAPE, false);
            press(KeyCode.F1, false);
            press(KeyCode.ESCAPE, false);
        }
        report("overlays", List.of());
        for (int size = 0; size < SIZES; size++) {
            int step = size;
            fx(() -> {
                stage.setWidth(960 + step * 45);
                stage.setHeight(600 + step * 22);
                return true;
            });
            rest(SCREEN_NANOS);
        }
        report("sizes", List.of());
        List<Long> last = searches(SEARCHES);
        go("Overview");
        rest(SCREEN_NANOS);
        report(END, last.subList(last.size() - 20, last.size()));
    }

    private void openLog(String path) throws Exception {
        go("Open log of a server");
        await("the form", () -> scene.lookup(".log-open-form") != null);
        rest(SCREEN_NANOS);
        fx(() -> {
            TextField field = (TextField) scene.lookup(".log-open-form #path");
            field.requestFocus();
            field.setText(path);
            return true;
        });
        press(KeyCode.ENTER, false);
        await("the log", () -> scene.lookup(".log-open-form") == null);
        rest(5 * SCREEN_NANOS);
        press(KeyCode.HOME, true);
        rest(SCREEN_NANOS);
        press(KeyCode.END, true);
        rest(SCREEN_NANOS);
    }

    /** Nanoseconds from the last key of each search until it was painted. */
    private List<Long> searches(int count) throws Exception {
        List<Long> took = new ArrayList<>();
        for (int search = 0; search < count; search++) {
            openPalette();
            type("table1");
            took.add(painted(() -> type(scene, "1")));
            press(KeyCode.ESCAPE, false);
        }
        return took;
    }

    private void go(String entry) throws Exception {
        openPalette();
        type(entry);
        await("an entry like " + entry, () -> {
            ListView<?> list = (ListView<?>) scene.lookup(".palette-list");
            Object first = list.getSelectionModel().getSelectedItem();
            return first != null && first.toString().contains(entry);
        });
        press(KeyCode.ENTER, false);
        await("the palette closed", () -> !scene.lookup(".palette").isVisible());
    }

    private void openPalette() throws Exception {
        press(KeyCode.K, true);
        await(
                "the palette",
                () -> scene.getFocusOwner() != null
                        && scene.getFocusOwner().getStyleClass().contains("palette-field"));
    }

    private void await(String what, BooleanSupplier holds) throws Exception {
        long until = System.nanoTime() + LONGEST_NANOS;
        while (!Boolean.TRUE.equals(fx(holds::getAsBoolean))) {
            if (System.nanoTime() > until) {
                Node owner = fx(scene::getFocusOwner);
                throw new AssertionError(what + " did not come; the keyboard is at " + owner);
            }
            rest(KEY_NANOS);
        }
    }

    private void type(String text) throws Exception {
        for (String letter : text.codePoints().mapToObj(Character::toString).toList()) {
            fx(() -> {
                type(scene, letter);
                return true;
            });
            rest(KEY_NANOS);
        }
    }

    private static void type(Scene scene, String letter) {
        KeyCode code = letter.equals(" ") ? KeyCode.SPACE : KeyCode.getKeyCode(letter.toUpperCase(Locale.ROOT));
        KeyCode pressed = code == null ? KeyCode.UNDEFINED : code;
        fire(scene, new KeyEvent(KeyEvent.KEY_PRESSED, "", letter, pressed, false, false, false, false));
        fire(scene, new KeyEvent(KeyEvent.KEY_TYPED, letter, letter, KeyCode.UNDEFINED, false, false, false, false));
        fire(scene, new KeyEvent(KeyEvent.KEY_RELEASED, "", letter, pressed, false, false, false, false));
    }

    private void press(KeyCode code, boolean isControl) throws Exception {
        fx(() -> {
            fire(scene, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, isControl, false, false));
            fire(scene, new KeyEvent(KeyEvent.KEY_RELEASED, "", "", code, false, isControl, false, false));
            return true;
        });
        rest(KEY_NANOS);
    }

    private static void fire(Scene scene, KeyEvent event) {
        Node owner = scene.getFocusOwner();
        // As JavaFX does: what was removed has the keyboard until the next pulse.
        boolean isThere = owner != null && scene.equals(owner.getScene());
        Event.fireEvent(isThere ? owner : scene, event);
    }

    /** Until the second pulse, which begins once the first was handed over to be painted. */
    private long painted(Runnable gesture) throws Exception {
        FutureTask<Long> done = new FutureTask<>(System::nanoTime);
        long begun = System.nanoTime();
        fx(() -> {
            gesture.run();
            scene.addPostLayoutPulseListener(new Painted(scene, done));
            Platform.requestNextPulse();
            return true;
        });
        return done.get() - begun;
    }

    /** Tells once that a second pulse came. */
    static final class Painted implements Runnable {

        private final Scene scene;
        private final Runnable told;
        private int pulses;

        Painted(Scene scene, Runnable told) {
            this.scene = scene;
            this.told = told;
        }

        @Override
        public void run() {
            pulses++;
            if (pulses == 2) {
                scene.removePostLayoutPulseListener(this);
                told.run();
            } else {
                Platform.requestNextPulse();
            }
        }
    }

    /** Megabytes live and resident, collections and their milliseconds, and milliseconds from key to paint at p95. */
    private static void report(String what, List<Long> keys) throws IOException {
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, each.getCollectionCount());
            millis += Math.max(0, each.getCollectionTime());
        }
        double resident = resident();
        for (int i = 0; i < 3; i++) {
            System.gc();
            rest(300_000_000);
        }
        Runtime runtime = Runtime.getRuntime();
        double live = (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0;
        List<Long> sorted = keys.stream().sorted().toList();
        double key = sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() * 95 / 100) / 1e6;
        System.out.printf(
                "day %s live=%.0f resident=%.0f collections=%d collected=%d key=%.0f%n",
                what, live, resident, collections, millis, key);
        System.out.flush();
    }

    private static double resident() throws IOException {
        Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc/self/status")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024.0 : Double.NaN;
    }

    private static <T> @Nullable T fx(Callable<@Nullable T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(Objects.requireNonNull(work));
        Platform.runLater(task);
        return task.get();
    }

    private static void rest(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
