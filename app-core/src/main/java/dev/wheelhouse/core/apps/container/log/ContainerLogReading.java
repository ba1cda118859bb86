package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.EngineStream;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.apps.container.engine.RunWatch;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
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

    /** Whether the container was not there yet, so that all that it writes is new. */
    private volatile boolean isAwaited;

    ContainerLogReading(String container, boolean isToCome, Supplier<Engine> engine) {
        this.container = container;
        this.isAwaited = isToCome;
        this.engine = engine;
    }

    @Override
    public Ending read(@Nullable LogPosition after, LineSink sink) throws IOException, InterruptedException {
        Engine asked = engine.get();
        boolean isNew = isAwaited && asked.find(container).isEmpty();
        InspectedContainer found = isNew ? awaited(asked) : present(asked);
        isAwaited = false;
        LogPlace place = after == null ? beginning(asked, found, isNew) : LogPlace.parse(after);
        sink.openedAt(place.toPosition());
        LogPlaces places = LogPlaces.after(found.id(), place);
        String since = place.isOf(found.id()) ? ContainerLog.since(place.since()) : "";
        EngineStream stream = asked.logs(found.id(), (found.running() ? "&follow=1" : "") + since);
        sink.closeAtEnd(stream);
        try (RunWatch watch = asked.watch(found, stream)) {
            pass(ContainerLog.open(asked, stream, found), places, sink, watch);
        }
        stream.close();
        if (!found.running()) {
            awaitChange(asked, found);
        }
        return Ending.FOR_NOW;
    }

    private static void pass(LogLines lines, LogPlaces places, LineSink sink, RunWatch watch)
            throws IOException, InterruptedException {
        try {
            for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
                watch.hear();
                LogLine line = next.get();
                if (!places.isKnown(line)) {
                    sink.line(places.placed(line));
                }
            }
        } catch (IOException e) {
            if (!watch.hasEnded()) {
                throw e;
            }
        }
    }

    private static LogPlace beginning(Engine engine, InspectedContainer container, boolean isNew) {
        if (isNew) {
            return LogPlace.start(container.id());
        }
        LogPosition end =
                ContainerLog.tail(engine, container, 1, Long.MAX_VALUE).end();
        return end == null ? LogPlace.start(container.id()) : LogPlace.parse(end);
    }

    /** Until there may be more: it runs again, another has its name, or it came to its end only now. */
    private void awaitChange(Engine asked, InspectedContainer read) throws InterruptedException {
        while (true) {
            InspectedContainer now = present(asked);
            if (!read.hasNotRunSince(now)) {
                return;
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    /** Once it has been made, however long that takes. */
    private InspectedContainer awaited(Engine asked) throws InterruptedException {
        Optional<InspectedContainer> found = asked.find(container);
        while (found.isEmpty()) {
            Thread.sleep(LOOK_AGAIN);
            found = asked.find(container);
        }
        return found.get();
    }

    private InspectedContainer present(Engine asked) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            Optional<InspectedContainer> found = asked.find(container);
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return asked.inspect(container);
    }
}
