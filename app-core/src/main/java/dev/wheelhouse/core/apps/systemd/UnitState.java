package dev.wheelhouse.core.apps.systemd;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code systemctl show} says of one unit (systemctl(1), "show"; org.freedesktop.systemd1(5)). Seen with systemd 247 to 262,
 * which write the properties in different orders. A property that is missing, empty, {@code [not set]} or
 * {@code infinity} is not known; that is usual, as in containers. Immutable.
 */
final class UnitState {

    /** What is asked for; what a version of systemd does not know it leaves out. */
    static final String PROPERTIES =
            "Id,Description,LoadState,ActiveState,SubState,UnitFileState,Type,Job,MainPID,ControlPID,"
                    + "InvocationID,ExecMainStartTimestamp,ExecMainStartTimestampMonotonic,"
                    + "ExecMainExitTimestamp,ExecMainCode,ExecMainStatus,Result,NRestarts,ControlGroup,"
                    + "MemoryCurrent,MemoryMax,CPUUsageNSec";

    /** Written with the server's zone set to UTC. */
    private static final Pattern TIME =
            Pattern.compile("(?:\\w+ )?(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?) UTC");

    private static final Set<String> UP = Set.of("active", "reloading", "refreshing", "deactivating");

    /** {@code CLD_EXITED}; 2 and 3 (killed, dumped) come with a signal (waitid(2)). */
    private static final long EXITED = 1;

    private static final int SIGNALLED = 128;

    private final Map<String, String> properties;

    private UnitState(Map<String, String> properties) {
        this.properties = properties;
    }

    /** One state for each unit that was asked for, in that order; empty lines stand between them. */
    static List<UnitState> parse(String shown) {
        List<UnitState> states = new ArrayList<>();
        Map<String, String> unit = new LinkedHashMap<>();
        for (String line : (shown + "\n\n").split("\n", -1)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                unit.put(line.substring(0, equals), line.substring(equals + 1));
            } else if (line.isEmpty() && !unit.isEmpty()) {
                states.add(new UnitState(unit));
                unit = new LinkedHashMap<>();
            }
        }
        return states;
    }

    String text(String property) {
        String value = properties.getOrDefault(property, "");
        return value.equals("[not set]") ? "" : value;
    }

    /** Null when it is not known; what does not fit into 63 bits means "none" to systemd. */
    @Nullable
    Long number(String property) {
        return whole(text(property));
    }

    /** Null for what is no number from 0 to 2⁶³-1. */
    static @Nullable Long whole(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            long value = Long.parseLong(text.strip());
            return value < 0 ? null : value;
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private long count(String property) {
        Long value = number(property);
        return value == null ? 0 : value;
    }

    String id() {
        return text("Id");
    }

    boolean isMissing() {
        return text("LoadState").equals("not-found");
    }

    boolean isMasked() {
        return text("LoadState").equals("masked");
    }

    boolean isFailed() {
        return text("ActiveState").equals("failed");
    }

    boolean isActive() {
        return text("ActiveState").equals("active");
    }

    /** Neither up nor on its way there or back. */
    boolean isDown() {
        return isFailed() || text("ActiveState").equals("inactive");
    }

    /** It ended, and systemd will start it again after a pause. */
    boolean isWaitingForRestart() {
        return text("SubState").startsWith("auto-restart");
    }

    /** It starts, or systemd will start it after a pause. */
    boolean isOnItsWay() {
        return text("ActiveState").equals("activating");
    }

    boolean hasJob() {
        return count("Job") > 0;
    }

    boolean isOneshot() {
        return text("Type").equals("oneshot");
    }

    /** Whether being active means no more than that a process was made, which may end at once. */
    boolean isActiveAtOnce() {
        return Set.of("", "simple", "idle", "exec").contains(text("Type"));
    }

    boolean succeeded() {
        return text("Result").equals("success") || text("Result").isEmpty();
    }

    /**
     * Whether it runs: also while it starts or stops, as long as a process is there, and without one once a unit that
     * stays active has done its work.
     */
    boolean isRunning() {
        if (isWaitingForRestart()) {
            return false;
        }
        String active = text("ActiveState");
        return UP.contains(active) || (active.equals("activating") && (mainPid() > 0 || count("ControlPID") > 0));
    }

    /** 0 for none. */
    long mainPid() {
        return count("MainPID");
    }

    /** The main process, or the one that starts or stops the unit; 0 for none. */
    long anyPid() {
        return mainPid() > 0 ? mainPid() : count("ControlPID");
    }

    long restarts() {
        return count("NRestarts");
    }

    String controlGroup() {
        return text("ControlGroup");
    }

    /** Differs between any two runs; empty when it never ran, or so long ago that systemd forgot. */
    String identity() {
        String invocation = text("InvocationID");
        long started = count("ExecMainStartTimestampMonotonic");
        if (invocation.isEmpty() && started == 0) {
            return "";
        }
        return invocation + ":" + started;
    }

    @Nullable
    Instant startedAt() {
        return time("ExecMainStartTimestamp");
    }

    /** Null while it runs. */
    @Nullable
    Instant endedAt() {
        return isRunning() ? null : time("ExecMainExitTimestamp");
    }

    private @Nullable Instant time(String property) {
        Matcher matcher = TIME.matcher(text(property));
        if (!matcher.matches()) {
            return null;
        }
        try {
            return LocalDateTime.parse(matcher.group(1) + "T" + matcher.group(2))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    /**
     * Null while it runs and when it is not known. An end that the unit counts as success is 0, such as that by the signal
     * that stopped it; a failure without an exit code of its own has none. Systemd forgets all of a unit that ended well
     * and that nothing refers to; one that failed it keeps, so that a unit without a run is none that failed.
     */
    @Nullable
    Integer exitCode() {
        if (isForgotten()) {
            return 0;
        }
        if (isRunning() || identity().isEmpty() || endedAt() == null) {
            return null;
        }
        if (succeeded()) {
            return 0;
        }
        int code = rawExitCode();
        return code == 0 ? null : code;
    }

    private boolean isForgotten() {
        return identity().isEmpty()
                && text("LoadState").equals("loaded")
                && text("ActiveState").equals("inactive")
                && text("Result").equals("success");
    }

    private int rawExitCode() {
        long kind = count("ExecMainCode");
        int status = (int) Math.min(255, count("ExecMainStatus"));
        return kind > EXITED ? SIGNALLED + status : status;
    }

    /** What people should know beside whether it runs; empty for nothing. */
    String detail() {
        if (isMissing()) {
            return "the server has no such unit";
        }
        if (isMasked()) {
            return "masked";
        }
        if (Set.of("bad-setting", "error").contains(text("LoadState"))) {
            return "systemd cannot read the unit's file";
        }
        return switch (text("ActiveState")) {
            case "active" -> text("SubState").equals("exited") ? "done; it stays active without a process" : "";
            case "activating" -> isWaitingForRestart() ? joined(ending(), "systemd starts it again") : "starting";
            case "deactivating" -> "stopping";
            case "reloading", "refreshing" -> "reloading";
            default -> ending();
        };
    }

    /** How the last run ended. */
    String ending() {
        return switch (text("Result")) {
            case "", "success" -> cleanEnding();
            case "exit-code" -> "ended with exit code " + count("ExecMainStatus");
            case "signal" -> "killed by signal " + count("ExecMainStatus");
            case "core-dump" -> "crashed with signal " + count("ExecMainStatus") + " and left a core dump";
            case "oom-kill" -> "out of memory";
            case "timeout" -> "took too long to start or stop";
            case "watchdog" -> "gave its watchdog no sign";
            case "start-limit-hit" -> "failed too often in a short time; systemd does not start it again";
            case "protocol" -> "did not tell systemd that it is up";
            case "resources" -> "systemd could not start it for want of resources";
            case "condition", "exec-condition" -> "its conditions are not met";
            default -> text("Result");
        };
    }

    private String cleanEnding() {
        long status = count("ExecMainStatus");
        if (endedAt() == null || status == 0) {
            return "";
        }
        return count("ExecMainCode") > EXITED
                ? "ended by signal " + status
                : "ended with exit code " + status + ", which the unit counts as success";
    }

    private static String joined(String first, String second) {
        return first.isEmpty() ? second : first + "; " + second;
    }
}
