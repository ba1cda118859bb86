package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts and stops one unit and waits for what becomes of it. For one use. */
final class UnitControl {

    private final Host host;
    private final UnitName unit;
    private final ControlTimes times;
    private final Supplier<String> lastLines;

    /** @param lastLines the end of the unit's log, for the message of a start that failed; empty for none */
    UnitControl(Host host, UnitName unit, ControlTimes times, Supplier<String> lastLines) {
        this.host = host;
        this.unit = unit;
        this.times = times;
        this.lastLines = lastLines;
    }

    /** As {@link dev.wheelhouse.core.apps.runtime.AppRuntime#start}. */
    void start() {
        UnitState before = check();
        if (before.isActive()) {
            return;
        }
        if (before.isFailed()) {
            // A person wants it now, however often it failed before; who may not do this is told by the start.
            systemctl("reset-failed");
        }
        require("start", "--no-block");
        awaitUp();
    }

    /** Refuses a unit that systemd has not got or may not start. */
    UnitState check() {
        UnitState now = look();
        if (now.isMissing()) {
            throw Refusals.missing(unit);
        }
        if (now.isMasked()) {
            throw Refusals.masked(unit);
        }
        return now;
    }

    private void awaitUp() {
        long began = System.nanoTime();
        String seen = "";
        long seenSince = 0;
        while (true) {
            UnitState now = look();
            String run = now.identity() + " " + now.restarts();
            if (!run.equals(seen)) {
                seen = run;
                seenSince = System.nanoTime();
            }
            boolean settled = System.nanoTime() - seenSince >= times.settled().toNanos();
            Boolean up = isUp(now, settled);
            if (up != null && up) {
                return;
            }
            if (up != null) {
                throw failed(now);
            }
            if (System.nanoTime() - began >= times.up().toNanos()) {
                throw lasting(now);
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
            return Refusals.refused("The unit " + unit.text() + " did not stay up: " + ending + "." + withLines());
        }
        return Refusals.refused("The unit " + unit.text()
                + " is not up: it ended again at once, or its conditions or what it requires are not met."
                + withLines());
    }

    private AppException lasting(UnitState now) {
        return Refusals.refused("The unit " + unit.text() + " is not up after "
                + times.up().toSeconds() + " s but " + state(now) + "; systemd goes on with it." + withLines());
    }

    private static String state(UnitState now) {
        return now.text("ActiveState") + " (" + now.text("SubState") + ")";
    }

    private String withLines() {
        String lines = lastLines.get();
        return lines.isEmpty() ? "" : " Its last lines:\n" + lines;
    }

    /** As {@link dev.wheelhouse.core.apps.runtime.AppRuntime#stop}. */
    void stop() {
        UnitState before = look();
        if (before.isDown() && !before.hasJob()) {
            return;
        }
        require("stop", "--no-block");
        if (awaitDown(times.ended())) {
            return;
        }
        require("kill", "--signal=SIGKILL");
        if (!awaitDown(times.killed())) {
            throw Refusals.refused("The unit " + unit.text() + " was killed, but for systemd it is still "
                    + state(look()) + ". See \"systemctl status " + unit.text() + "\" on the server.");
        }
    }

    private boolean awaitDown(Duration limit) {
        long began = System.nanoTime();
        while (true) {
            if (look().isDown()) {
                return true;
            }
            if (System.nanoTime() - began >= limit.toNanos()) {
                return false;
            }
            pause();
        }
    }

    private UnitState look() {
        return UnitReading.one(host, unit);
    }

    private void require(String verb, String... options) {
        CommandResult result = systemctl(verb, options);
        if (!result.succeeded()) {
            throw Refusals.of("systemctl could not " + verb + " the unit " + unit.text(), result.stderrText());
        }
    }

    private CommandResult systemctl(String verb, String... options) {
        List<String> argv = new ArrayList<>(List.of("systemctl", verb, "--no-ask-password"));
        argv.addAll(List.of(options));
        argv.addAll(List.of("--", unit.text()));
        return host.run(HostCommand.of(argv).withEnvironment(UnitReading.PLAIN).within(UnitReading.LIMIT));
    }

    private void pause() {
        try {
            Thread.sleep(times.between());
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The wait for the unit " + unit.text(), e);
        }
    }
}
