package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.EngineStream;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Follows a container's log until the container ends, and waits for its next run. */
final class ContainerLogReading implements LogReading {

    /** A container that is made anew is gone for a moment. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(700);

    private final String container;
    private final Supplier<Engine> engine;

    ContainerLogReading(String container, Supplier<Engine> engine) {
        this.container = container;
        this.engine = engine;
    }

    @Override
    public Ending read(@Nullable LogPosition after, LineSink sink) throws IOException, InterruptedException {
        Engine asked = engine.get();
        InspectedContainer found = present(asked);
        LogPlace place = after == null ? end(asked, found) : LogPlace.parse(after);
        sink.openedAt(place.toPosition());
        LogPlaces places = LogPlaces.after(found.id(), place);
        String since = place.isOf(found.id()) ? ContainerLog.since(place.since()) : "";
        EngineStream stream = asked.logs(found.id(), "&follow=1" + since);
        sink.closeAtEnd(stream);
        LogLines lines = ContainerLog.open(stream, found);
        for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
            LogLine line = next.get();
            if (!places.isKnown(line)) {
                sink.line(places.placed(line));
            }
        }
        stream.close();
        awaitNextRun(asked, found);
        return Ending.FOR_NOW;
    }

    private static LogPlace end(Engine engine, InspectedContainer container) {
        LogPosition end = ContainerLog.tail(engine, container, 1, Long.MAX_VALUE).end();
        return end == null ? LogPlace.start(container.id()) : LogPlace.parse(end);
    }

    /** Until it runs again or another has its name. */
    private void awaitNextRun(Engine asked, InspectedContainer ended) throws InterruptedException {
        while (true) {
            InspectedContainer now = present(asked);
            if (now.running() || !now.id().equals(ended.id())) {
                return;
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private InspectedContainer present(Engine asked) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE.toNanos();
        while (true) {
            try {
                return asked.inspect(container);
            } catch (AppException e) {
                if (e.errorCode() != PlatformError.NOT_FOUND || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }
}
