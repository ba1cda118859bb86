package dev.wheelhouse.ui.testing;

import com.sun.javafx.tk.Toolkit;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import com.sun.scenario.animation.AbstractPrimaryTimer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.animation.Timeline;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** What goes on although its test is over, and would be met by the tests behind it. */
final class LeftBehind {

    private LeftBehind() {}

    /** On the window's thread: the windows that are open, and the animations that run. */
    static List<String> inTheWindow() {
        List<String> found = new ArrayList<>();
        Window.getWindows().forEach(each -> found.add("open: " + each));
        AbstractPrimaryTimer timer = Toolkit.getToolkit().getPrimaryTimer();
        found.addAll(running(timer, "receivers", "receiversLength"));
        found.addAll(running(timer, "animationTimers", "animationTimersLength"));
        return found;
    }

    /** JavaFX has no other way to tell which animations run. */
    private static List<String> running(AbstractPrimaryTimer timer, String array, String length) {
        try {
            Object[] all = (Object[]) field(timer, array);
            return Stream.of(all)
                    .limit((int) field(timer, length))
                    .map(each -> "running: " + nameOf(each))
                    .toList();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JavaFX keeps its animations otherwise now", e);
        }
    }

    /** With what it animates and calls, since nobody gives an animation a name. */
    private static String nameOf(Object running) {
        Object receiver = valueOf(running, "val$receiver");
        Object animation = receiver == null ? null : valueOf(receiver, "this$0");
        if (!(animation instanceof Timeline timeline)) {
            return String.valueOf(animation == null ? receiver : animation);
        }
        return timeline.getStatus() + " " + timeline.getTotalDuration() + " "
                + timeline.getKeyFrames().stream()
                        .map(each -> each.getValues() + " " + each.getOnFinished())
                        .toList();
    }

    private static @Nullable Object valueOf(Object from, String name) {
        try {
            Field field = from.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(from);
        } catch (ReflectiveOperationException _) {
            return null;
        }
    }

    private static Object field(AbstractPrimaryTimer timer, String name) throws ReflectiveOperationException {
        Field field = AbstractPrimaryTimer.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(timer);
    }

    /** Threads of the window's background work; they are virtual, which no list of all threads has. */
    static List<String> threads() {
        try {
            Path folder = Files.createTempDirectory("wheelhouse-threads");
            Path dump = folder.resolve("threads");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            List<String> lines = Files.readAllLines(dump);
            Files.delete(dump);
            Files.delete(folder);
            return lines.stream().filter(each -> each.contains(" \"window")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
