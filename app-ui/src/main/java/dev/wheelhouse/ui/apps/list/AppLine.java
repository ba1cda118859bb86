package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An app as it was last seen. Two of one moment are equal when they read the same.
 *
 * @param status null when it was never looked at
 * @param serverName as people know its server
 * @param doing what this window does with it now; null for nothing
 * @param more since when it is so, or why, such as {@code for 3 d 3 h}
 */
public record AppLine(
        App app,
        @Nullable AppStatus status,
        String serverName,
        @Nullable PendingAction doing,
        String more) {

    static AppLine of(
            App app, @Nullable AppStatus status, String serverName, @Nullable PendingAction doing, Instant now) {
        AppLine line = new AppLine(app, status, serverName, doing, "");
        return new AppLine(app, status, serverName, doing, AppLabels.more(line, now));
    }

    public String id() {
        return app.id();
    }

    public String name() {
        return app.name();
    }

    /** Empty when it was never looked at. */
    public Optional<AppStatus.State> state() {
        return Optional.ofNullable(status).map(AppStatus::state);
    }

    public boolean isRunning() {
        return status != null && status.running();
    }

    public boolean isBusy() {
        return doing != null;
    }

    /** Whether there may be anything to stop: it runs, would be started again, or nobody could see what it does. */
    public boolean canStop() {
        boolean mayRun = state().filter(each -> each == AppStatus.State.RESTARTING || each == AppStatus.State.UNKNOWN)
                .isPresent();
        return doing == null && (isRunning() || mayRun);
    }

    /** Whether there is anything to start; an app that nobody has looked at may be started too. */
    public boolean canStart() {
        boolean isWhole = state().filter(each -> each == AppStatus.State.RUNNING || each == AppStatus.State.RESTARTING)
                .isPresent();
        return doing == null && !(isRunning() && isWhole);
    }

    /** Whether somebody should look after it: it does not do what it should, or nobody could see whether it does. */
    public boolean isTroubled() {
        return state().map(each -> switch (each) {
                    case CRASHED, RESTARTING, DEGRADED -> true;
                    case UNKNOWN -> status != null && status.seenAt() != null;
                    case EXITED -> app.restart() == RestartPolicy.ALWAYS;
                    case RUNNING, STOPPED -> false;
                })
                .orElse(false);
    }

    public List<Instance> instances() {
        return status == null ? List.of() : status.instances();
    }

    public long runningReplicas() {
        return instances().stream().filter(Instance::running).count();
    }

    /** How many there should be. */
    public int wantedCopies() {
        return switch (app.spec()) {
            case AppSpec.Container container ->
                container.adopted() == null
                        ? container.replicas()
                        : container.adopted().size();
            case AppSpec.Process _, AppSpec.SystemdUnit _ -> 1;
        };
    }

    /** Since when it is what it is: the start of the longest run, or the end of the last one. Empty where not known. */
    public Optional<Instant> since() {
        if (isRunning()) {
            return instances().stream()
                    .filter(Instance::running)
                    .map(Instance::startedAt)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder());
        }
        return lastEnded().map(Instance::endedAt);
    }

    /** The copy that ended last by what is known; empty where none has ended. */
    public Optional<Instance> lastEnded() {
        return instances().stream()
                .filter(each -> !each.running() && each.endedAt() != null)
                .max(Comparator.comparing(each -> Objects.requireNonNullElse(each.endedAt(), Instant.MIN)));
    }

    /** Whether a text stands in what people know it by; case does not matter. */
    public boolean matches(String filter) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        return wanted.isEmpty()
                || List.of(name(), serverName, AppLabels.what(app.spec()), AppLabels.state(this)).stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
