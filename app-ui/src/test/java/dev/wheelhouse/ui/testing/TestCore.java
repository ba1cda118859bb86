package dev.wheelhouse.ui.testing;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import java.util.function.Supplier;

/** A real core in a folder of the test's own. */
public final class TestCore implements AutoCloseable {

    private final Core core;

    private TestCore(Core core) {
        this.core = core;
    }

    public static TestCore start(Path home) {
        return new TestCore(
                Core.start(new CoreConfig(StateKind.migrated(home), null, Clock.systemUTC(), new Random(7))));
    }

    public Core core() {
        return core;
    }

    /** The owner at the window. */
    public Supplier<Caller> callers() {
        return () -> core.access().windowCaller(core.ids().next("req"));
    }

    @Override
    public void close() {
        core.close();
    }
}
