package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/**
 * One command on a server that controls a unit and prints its state after each step, for as long as it is asked: over SSH each
 * command of its own costs more than what it does. For one thread.
 */
final class UnitShell implements AutoCloseable {

    /** Reads a line a step: {@code look}, or what systemctl shall do. Its refusals are answers, so nothing else is printed. */
    private static final String SCRIPT = "look() (\n" + UnitReading.SCRIPT + ")\n" + """
        exec 2>/dev/null
        while IFS= read -r step; do
          [ "$step" = look ] || errors=$(systemctl $step --no-ask-password -- "$2" 2>&1 >/dev/null </dev/null) ||
            printf 'wheelhouse:refused\\n%s\\n' "$errors"
          look "$1" "$2" </dev/null || printf 'wheelhouse:failed\\n%s\\n' "$(systemctl show -- "$2" 2>&1 >/dev/null)"
          printf '\\nwheelhouse:end\\n'
        done
        """;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final UnitName unit;
    private final Workers workers;
    private final HostCommand command;
    private final HostProcess process;
    private final BufferedReader output;

    UnitShell(Host host, UnitName unit, Workers workers) {
        this.unit = unit;
        this.workers = workers;
        command = HostCommand.of("sh", "-c", SCRIPT, "sh", UnitState.PROPERTIES, unit.text())
                .withEnvironment(UnitReading.PLAIN)
                .within(UnitReading.LIMIT);
        process = host.start(command);
        output = new BufferedReader(new InputStreamReader(process.stdout(), StandardCharsets.UTF_8));
    }

    /** How the unit is. */
    UnitReading look() {
        return reading(ask("look"));
    }

    /** Has systemctl do something with the unit, whether it may or not; how the unit is then. */
    UnitReading attempt(String verb) {
        return reading(ask(verb));
    }

    /**
     * As {@link #attempt}.
     *
     * @param options of systemctl, each of one word
     * @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} when it is refused
     */
    UnitReading require(String verb, String options) {
        Map<String, String> told = ask(verb + " " + options);
        if (told.containsKey("refused")) {
            throw Refusals.of(
                    "systemctl could not " + verb + " the unit " + unit.text(), told.getOrDefault("refused", ""));
        }
        return reading(told);
    }

    private UnitReading reading(Map<String, String> told) {
        return UnitReading.of(told, List.of(unit), told.getOrDefault("failed", ""));
    }

    private Map<String, String> ask(String step) {
        Future<?> alarm = workers.after(command.timeout(), process::close);
        try {
            process.stdin().write((step + "\n").getBytes(StandardCharsets.UTF_8));
            process.stdin().flush();
            StringBuilder told = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals("wheelhouse:end")) {
                    return CommandResult.sections(told.toString());
                }
                told.append(line).append('\n');
            }
            throw new IOException("The shell ended");
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw HostFailures.cancelled("The command sh", new InterruptedException());
            }
            if (alarm.isDone()) {
                throw HostFailures.commandTimedOut(command);
            }
            // Where the connection broke, this says so.
            process.waitFor(GRACE);
            throw HostFailures.unavailable("The server ended the command", e);
        } finally {
            alarm.cancel(false);
        }
    }

    /** Lets the shell end by itself: to kill it would take a command of its own. */
    @Override
    public void close() {
        try (process) {
            process.stdin().close();
            process.waitFor(GRACE);
        } catch (IOException _) {
            // It has ended.
        }
    }
}
