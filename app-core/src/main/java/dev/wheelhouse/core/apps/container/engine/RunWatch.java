package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;

/**
 * Ends a stream that its engine forgot: Podman, asked for a log just when the container ends, sends neither the end nor
 * what the next run writes. While nothing comes, the container is asked now and then whether it still is in the same run.
 * Thread-safe.
 */
public final class RunWatch implements AutoCloseable {

    /** An engine that ends the stream itself has sent everything; it is given this many periods for it. */
    private static final int PATIENCE = 2;

    private final Engine engine;
    private final InspectedContainer run;
    private final EngineStream stream;
    private final Loop repeated;
    private volatile boolean heard;
    private volatile boolean ended;
    private int over;

    RunWatch(Engine engine, InspectedContainer run, EngineStream stream, Duration period, Workers workers) {
        this.engine = engine;
        this.run = run;
        this.stream = stream;
        this.repeated = workers.every("Watching a container's log for its end", period, this::look);
    }

    /** Something came. */
    public void hear() {
        heard = true;
    }

    /** Whether it was this that ended the stream. */
    public boolean hasEnded() {
        return ended;
    }

    private synchronized void look() {
        if (heard || !isOver()) {
            heard = false;
            over = 0;
            return;
        }
        over++;
        if (over >= PATIENCE) {
            ended = true;
            stream.close();
        }
    }

    private boolean isOver() {
        try {
            InspectedContainer now = engine.inspect(run.id());
            return !now.running() || !now.identity().equals(run.identity());
        } catch (AppException e) {
            // Of any other failure the stream itself will hear.
            return e.errorCode() == PlatformError.NOT_FOUND;
        }
    }

    @Override
    public void close() {
        repeated.close();
    }
}
