package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts and stops one unit and waits for what becomes of it. For one use. */
final class UnitControl {

    private final UnitShell shell;
    private final UnitName unit;
    private final ControlTimes times;
    private final Function<@Nullable Instant, List<String>> lastLines;
    private @Nullable Instant earlierEnd;

    /** @param lastLines the end of the unit's log since an instant, for a start that failed; empty for none */
    UnitControl(
            UnitShell shell, UnitName unit, ControlTimes times, Function<@Nullable Instant, List<String>> lastLines) {
        this.shell = shell;
        this.unit = unit;
        this.times = times;
        this.lastLines = lastLines;
    }

    /**
     * As {@link dev.wheelhouse.core.apps.runtime.AppRuntime#start}.
     *
     * @return how it is then
     */
    UnitReading start() {
        UnitReading before = check();
        if (before.only().isActive()) {
            return before;
        }
        earlierEnd = before.only().endedAt();
        if (before.only().isFailed()) {
            // A person wants it now, however often it failed before; who may not do this is refused by the start.
            shell.attempt("reset-failed");
        }
        return awaitUp(shell.require("start", "--no-block"), times.up(), _ -> false);
    }

    /**
     * As {@link dev.wheelhouse.core.apps.runtime.AppRuntime#restart}, in one step of systemd's: what connects to the unit's
     * socket meanwhile waits for the new run.
     *
     * @return how it is then
     */
    UnitReading restart() {
        UnitState before = check().only();
        if (before.isFailed()) {
            shell.attempt("reset-failed");
        }
        return awaitUp(
                shell.require("restart", "--no-block"),
                times.ended().plus(times.up()),
                now -> now.identity().equals(before.identity()) && (!now.isDown() || now.hasJob()));
    }

    /** Refuses a unit that systemd has not got or may not start. */
    UnitReading check() {
        UnitReading now = shell.look();
        if (now.only().isMissing()) {
            throw Refusals.missing(unit);
        }
        if (now.only().isMasked()) {
            throw Refusals.masked(unit);
        }
        return now;
    }

    /** @param isOld whether that is still the run before */
    private UnitReading awaitUp(UnitReading first, Duration limit, Predicate<UnitState> isOld) {
        long began = System.nanoTime();
        String seen = "";
        long seenSince = 0;
        for (UnitReading reading = first; ; reading = shell.look()) {
            UnitState now = reading.only();
            String run = now.identity() + " " + now.restarts();
            if (!run.equals(seen)) {
                seen = run;
                seenSince = System.nanoTime();
            }
            boolean settled = System.nanoTime() - seenSince >= times.settled().toNanos();
            Boolean up = isOld.test(now) ? null : isUp(now, settled);
            if (up != null && up) {
                return reading;
            }
            if (up != null) {
                throw failed(now);
            }
            if (System.nanoTime() - began >= limit.toNanos()) {
                throw lasting(now, limit);
            }
            pause();
        }
    }

    /** Null when that cannot be said yet. */
    private static @Nullable Boolean isUp(UnitState now, boolean settled) {
        if (now.isFailed() || now.isWaitingForRestart()) {
            return false;
        }
        if (now.isActive()) {
            return (settled || !now.isActiveAtOnce()) ? Boolean.TRUE : null;
        }
        if (now.isOneshot() && now.isRunning()) {
            // It is up for as long as it works, which may be hours.
            return settled ? Boolean.TRUE : null;
        }
        if (!now.isDown() || now.hasJob()) {
            return null;
        }
        // Systemd forgets a unit that ended well at once, so that nothing but its not having failed is left to see.
        return now.isOneshot() && now.succeeded();
    }

    private AppException failed(UnitState now) {
        String ending = now.ending();
        if (!ending.isEmpty()) {
            return withLines(now, "did not stay up: " + ending + ".");
        }
        return withLines(now, "is not up: it ended again at once, or its conditions or what it requires are not met.");
    }

    private AppException lasting(UnitState now, Duration limit) {
        return withLines(
                now, "is not up after " + limit.toSeconds() + " s but " + state(now) + "; systemd goes on with it.");
    }

    private static String state(UnitState now) {
        return now.text("ActiveState") + " (" + now.text("SubState") + ")";
    }

    /** What did not come as far as a run of its own still wrote behind the end of the one before. */
    private AppException withLines(UnitState now, String reason) {
        Instant began = now.startedAt();
        Instant end = earlierEnd;
        boolean isEarlierRun = end != null && (began == null || began.isBefore(end));
        return StartFailure.of("The unit " + unit.text() + " " + reason, lastLines.apply(isEarlierRun ? end : began));
    }

    /** As {@link dev.wheelhouse.core.apps.runtime.AppRuntime#stop}. */
    void stop() {
        UnitState before = shell.look().only();
        if (before.isDown() && !before.hasJob()) {
            return;
        }
        if (isDownWithin(times.ended(), shell.require("stop", "--no-block"))) {
            return;
        }
        if (!isDownWithin(times.killed(), shell.require("kill", "--signal=SIGKILL"))) {
            throw Refusals.refused("The unit " + unit.text() + " was killed, but for systemd it is still "
                    + state(shell.look().only()) + ". See \"systemctl status " + unit.text() + "\" on the server.");
        }
    }

    private boolean isDownWithin(Duration limit, UnitReading first) {
        long began = System.nanoTime();
        for (UnitState now = first.only(); !now.isDown(); now = shell.look().only()) {
            if (System.nanoTime() - began >= limit.toNanos()) {
                return false;
            }
            pause();
        }
        return true;
    }

    private void pause() {
        HostFailures.pause(times.between(), "The wait for the unit " + unit.text());
    }
}
