package dev.wheelhouse.api.deployments;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.deployments.DeploymentLogPiece;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The log of a deployment as events. {@code log} has the next lines, and its id is the place behind them; {@code gap} says
 * that the log left something out since; {@code end} comes last.
 */
final class DeploymentLogFeed implements EventFeed {

    private static final Duration LOOK = Duration.ofMillis(250);

    private final LongFunction<DeploymentLogPiece> log;
    private long place;
    private boolean over;

    /** @param log what there is from a place on */
    DeploymentLogFeed(LongFunction<DeploymentLogPiece> log, long place) {
        this.log = log;
        this.place = place;
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            DeploymentLogPiece piece = log.apply(place);
            place = piece.next();
            if (piece.isGap()) {
                return List.of(new Event(Long.toString(place), "gap", Map.of()));
            }
            if (!piece.text().isEmpty()) {
                return List.of(new Event(Long.toString(place), "log", Map.of("text", piece.text())));
            }
            if (piece.isEnd()) {
                over = true;
                return List.of(new Event(Long.toString(place), "end", Map.of()));
            }
            long left = until - System.nanoTime();
            if (left <= 0) {
                return List.of();
            }
            Thread.sleep(Duration.ofNanos(Math.min(left, LOOK.toNanos())));
        }
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        // Nothing is held between two looks.
    }
}
