package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;

/** Servers that are made up, for the tests of what runs on them. */
public final class SomeServers {

    private SomeServers() {}

    /** The own machine and one of each state: {@code srv_own}, {@code srv_web1}, {@code srv_web2}, {@code srv_db}. */
    public static ServersWiring wiring(Workbench workbench, ActionControls controls, Clock clock) {
        return new ServersWiring(some(clock), workbench, controls, clock);
    }

    /** The same, without a screen. */
    public static ServerList list(Workbench workbench, Clock clock) {
        return new ServerList(some(clock), workbench, clock);
    }

    private static FakeServers some(Clock clock) {
        FakeServers servers = new FakeServers(clock);
        servers.addSome();
        return servers;
    }
}
