package dev.wheelhouse.ui.testing;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.servers.desk.CoreMetricDesk;
import dev.wheelhouse.ui.servers.desk.CoreServerDesk;
import dev.wheelhouse.ui.shell.Workbench;
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
        return new TestCore(Core.start(new CoreConfig(home, null, Clock.systemUTC(), new Random(7))));
    }

    public Core core() {
        return core;
    }

    /** The owner at the window. */
    public Supplier<Caller> callers() {
        return () -> core.access().windowCaller(core.ids().next("req"));
    }

    /** The servers of this core, as the console's wiring makes them. */
    public ServersWiring servers(Workbench workbench, ActionControls controls) {
        return servers(core, workbench, controls);
    }

    /** The servers of any core, as the console's wiring makes them. */
    public static ServersWiring servers(Core core, Workbench workbench, ActionControls controls) {
        Supplier<Caller> callers = workbench.callers();
        return new ServersWiring(
                new CoreServerDesk(core.servers().service(), callers),
                new CoreMetricDesk(core.metrics().service(), core.metrics().sources(), callers, Clock.systemUTC()),
                workbench,
                controls,
                Clock.systemUTC());
    }

    @Override
    public void close() {
        core.close();
    }
}
