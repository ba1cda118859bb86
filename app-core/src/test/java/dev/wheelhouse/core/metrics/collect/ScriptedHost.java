package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandsOnlyHost;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine that meets each start of a command with the next of what a test prepared; the last one again and again. */
final class ScriptedHost extends CommandsOnlyHost {

    private final ConcurrentLinkedDeque<Turn> turns = new ConcurrentLinkedDeque<>();
    final AtomicInteger starts = new AtomicInteger();

    ScriptedHost(Turn... turns) {
        this.turns.addAll(List.of(turns));
    }

    /** What a start of a command meets. */
    @FunctionalInterface
    interface Turn {
        HostProcess start(HostCommand command);
    }

    static Turn away() {
        return _ -> {
            throw new AppException(PlatformError.UPSTREAM_FAILED, "The server does not answer.");
        };
    }

    @Override
    public HostProcess start(HostCommand command) {
        starts.incrementAndGet();
        Turn turn = turns.size() > 1 ? turns.removeFirst() : turns.getFirst();
        return turn.start(command);
    }
}
