package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Apps as people read them. */
public final class AppLabels {

    private static final String NOTHING = "—";
    private static final int SIGNALS = 128;
    private static final int LAST_SIGNAL = 192;

    private AppLabels() {}

    static Look look(AppLine line) {
        return line.doing() != null
                ? new Look(line.doing().label(), "fth-loader", "accent-icon")
                : line.state().map(AppLabels::look).orElse(new Look("Pending", "fth-help-circle", "muted-icon"));
    }

    private static Look look(AppStatus.State state) {
        return switch (state) {
            case RUNNING -> new Look("Running", "fth-check-circle", "success-icon");
            case DEGRADED -> new Look("Degraded", "fth-alert-triangle", "warning-icon");
            case RESTARTING -> new Look("Restarting", "fth-refresh-cw", "warning-icon");
            case STOPPED -> new Look("Stopped", "fth-stop-circle", "muted-icon");
            case EXITED -> new Look("Exited", "fth-minus-circle", "muted-icon");
            case CRASHED -> new Look("Crashed", "fth-x-octagon", "danger-icon");
            case UNKNOWN -> new Look("Unknown", "fth-help-circle", "warning-icon");
        };
    }

    public static String state(AppLine line) {
        return look(line).words();
    }

    /** What the state's word leaves open, such as {@code for 3 d} or {@code 2 min ago, exit 137 · out of memory}. */
    public static String more(AppLine line, Instant now) {
        AppStatus status = line.status();
        if (line.doing() != null || status == null) {
            return "";
        }
        String since =
                line.since().map(at -> Moments.span(Duration.between(at, now))).orElse("");
        if (status.state() == AppStatus.State.RESTARTING && status.running()) {
            String when = since.isEmpty() ? "" : " " + since + " ago";
            return joined("restarted" + when + times(status.restarts()), status.detail());
        }
        return switch (status.state()) {
            case RUNNING -> joined(since.isEmpty() ? "" : "for " + since, status.detail());
            case DEGRADED -> joined(replicas(line) + " run", status.detail());
            case CRASHED, EXITED, RESTARTING -> ended(line, status, since);
            case STOPPED -> joined(since.isEmpty() ? "" : since + " ago", status.detail());
            case UNKNOWN -> status.detail();
        };
    }

    /** How often it was restarted, behind the word for it. */
    public static String times(long restarts) {
        return restarts > 1 ? ", " + restarts + " times so far" : "";
    }

    private static String ended(AppLine line, AppStatus status, String since) {
        List<String> when = new ArrayList<>();
        if (!since.isEmpty()) {
            when.add(since + " ago");
        }
        line.lastEnded().map(Instance::exitCode).map(code -> "exit " + code).ifPresent(when::add);
        String why = status.detail().isEmpty()
                ? line.lastEnded().map(Instance::detail).orElse("")
                : status.detail();
        return joined(String.join(", ", when), why);
    }

    /** Both, with a dot between where both say something. */
    public static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + " · " + second;
    }

    /** Such as {@code exit 1} or, for the number of a signal above 128, {@code exit 137 (signal 9)}. */
    public static String exit(@Nullable Integer code) {
        if (code == null) {
            return "";
        }
        return code > SIGNALS && code < LAST_SIGNAL
                ? "exit " + code + " (signal " + (code - SIGNALS) + ")"
                : "exit " + code;
    }

    /** What it runs, in a few words: its command, unit or image. */
    public static String what(AppSpec spec) {
        return switch (spec) {
            case AppSpec.Process process -> String.join(" ", process.command());
            case AppSpec.SystemdUnit unit -> unit.unit();
            case AppSpec.Container container -> container.image();
        };
    }

    public static String runtime(RuntimeKind kind) {
        return switch (kind) {
            case PROCESS -> "Process";
            case SYSTEMD -> "systemd unit";
            case CONTAINER -> "Container";
        };
    }

    public static String runtimeIcon(RuntimeKind kind) {
        return switch (kind) {
            case PROCESS -> "fth-terminal";
            case SYSTEMD -> "fth-settings";
            case CONTAINER -> "fth-box";
        };
    }

    public static String restart(RestartPolicy policy) {
        return switch (policy) {
            case NEVER -> "Never";
            case ON_FAILURE -> "On failure";
            case ALWAYS -> "Always";
        };
    }

    /** Such as {@code 12.4 %}; 100 is one core. */
    public static String cpu(AppLine line) {
        AppStatus status = line.status();
        return status == null || status.cpuPercent() == null ? NOTHING : percent(status.cpuPercent());
    }

    /** Such as {@code 9.5 %} and {@code 12 %}. */
    public static String percent(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f %%" : "%.0f %%", value);
    }

    /** Such as {@code 180 / 512 MiB}. */
    public static String memory(AppLine line) {
        AppStatus status = line.status();
        if (status == null || status.memoryBytes() == null) {
            return NOTHING;
        }
        String used = bytes(status.memoryBytes());
        if (status.memoryLimitBytes() == null) {
            return used;
        }
        String limit = bytes(status.memoryLimitBytes());
        int space = used.lastIndexOf(' ');
        boolean sameUnit = used.substring(space).equals(limit.substring(limit.lastIndexOf(' ')));
        return (sameUnit ? used.substring(0, space) : used) + " / " + limit;
    }

    public static String bytes(long bytes) {
        return ChartUnit.BYTES.words((double) bytes);
    }

    public static String restarts(AppLine line) {
        return line.status() == null ? NOTHING : Long.toString(line.status().restarts());
    }

    /** Such as {@code 2 of 3}. */
    public static String replicas(AppLine line) {
        return line.status() == null
                ? NOTHING
                : line.runningReplicas() + " of "
                        + Math.max(line.wantedCopies(), line.instances().size());
    }

    /** What happened, as a line says it. */
    public static String event(String kind) {
        return switch (kind) {
            case "app.started" -> "Started";
            case "app.stopped" -> "Stopped";
            case "app.crashed" -> "Crashed";
            case "app.recovered" -> "Recovered";
            case "app.created" -> "Added";
            case "app.changed" -> "Settings changed";
            case "app.deleted" -> "Removed";
            case "app.source_set" -> "Source set";
            case "deploy.succeeded" -> "Deployed";
            case "deploy.failed" -> "Deployment failed";
            case "deploy.cancelled" -> "Deployment cancelled";
            default -> plain(kind);
        };
    }

    private static String plain(String kind) {
        String text = kind.replaceFirst("^app\\.", "").replace('_', ' ');
        return text.isEmpty() ? kind : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
