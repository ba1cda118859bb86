package dev.wheelhouse.core.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/**
 * Says what every thread did when a test took too long, virtual ones among them, which JUnit's own dump leaves out. In
 * {@code target/hangs}.
 */
public final class HangDump implements PreInterruptCallback {

    @Override
    public void beforeThreadInterrupt(PreInterruptContext interrupted, ExtensionContext test) throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "hangs").toAbsolutePath());
        Path dump = folder.resolve(test.getRequiredTestClass().getSimpleName() + "-" + System.nanoTime() + ".txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
        System.err.println(
                test.getUniqueId() + " took too long on " + interrupted.getThreadToInterrupt() + ": " + dump);
    }
}
