package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.apps.container.engine.ListedContainer;
import dev.wheelhouse.core.apps.container.log.ContainerLog;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Starts one app: makes its containers where they are missing or were made from something else, and waits for them. */
final class ContainerStart {

    static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration STEADY = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(150);
    private static final int LAST_LINES = 20;

    private final Host host;
    private final Engine engine;
    private final App app;
    private final Together together;
    private final Workers workers;

    ContainerStart(Host host, Engine engine, App app, Together together, Workers workers) {
        this.host = host;
        this.engine = engine;
        this.app = app;
        this.together = together;
        this.workers = workers;
    }

    void run() {
        List<ListedContainer> present = AppContainers.of(app, engine.list());
        List<String> names = ContainerPlan.spec(app).adopted() == null ? made(present) : adopted(present);
        together.map(names, this::startOne);
    }

    /** Refuses what {@link #run} would before it does anything. */
    void check() {
        List<ListedContainer> present = AppContainers.of(app, engine.list());
        if (ContainerPlan.spec(app).adopted() != null) {
            adopted(present);
        } else if (!missing(present).isEmpty()) {
            requireImage();
        }
    }

    private List<String> adopted(List<ListedContainer> present) {
        List<String> wanted = ContainerPlan.spec(app).adopted();
        if (present.isEmpty()) {
            throw AppContainers.gone(wanted == null ? List.of() : wanted);
        }
        present.forEach(AppContainers::refuseSwarm);
        return present.stream().map(ListedContainer::name).toList();
    }

    /** The names of the app's containers, all of them there and as they shall be. */
    private List<String> made(List<ListedContainer> present) {
        ContainerPlan plan = new ContainerPlan(app);
        List<String> names = plan.names();
        List<ListedContainer> useless =
                present.stream().filter(each -> !isAsPlanned(plan, each)).toList();
        List<String> missing = missing(present);
        if (!missing.isEmpty()) {
            requireImage();
        }
        together.map(useless, each -> {
            engine.stop(each.id(), STOP_PATIENCE);
            engine.remove(each.id());
            return each;
        });
        if (!missing.isEmpty()) {
            String body = plan.body(ProcessLimits.of(host));
            together.map(missing, name -> create(name, body));
        }
        return names;
    }

    private List<String> missing(List<ListedContainer> present) {
        ContainerPlan plan = new ContainerPlan(app);
        List<String> missing = new ArrayList<>(plan.names());
        present.stream()
                .filter(each -> isAsPlanned(plan, each))
                .map(ListedContainer::name)
                .forEach(missing::remove);
        return missing;
    }

    private static boolean isAsPlanned(ContainerPlan plan, ListedContainer container) {
        return plan.names().contains(container.name())
                && container.label(ContainerPlan.SPEC_LABEL).equals(plan.specHash());
    }

    private void requireImage() {
        String image = ContainerPlan.spec(app).image();
        if (!engine.hasImage(image)) {
            throw new AppException(
                    AppError.IMAGE_MISSING,
                    "The server has not got the image " + image
                            + ". Pull it, which can start the app at once, or give the app an image that is there.");
        }
    }

    private String create(String name, String body) {
        try {
            return engine.create(name, body);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CONFLICT
                    || String.valueOf(e.getMessage()).contains("already in use")) {
                throw new AppException(
                        PlatformError.ALREADY_EXISTS,
                        "The server has a container " + name + " that is not this app's. Give the app another name, or"
                                + " make the container itself the app.",
                        e);
            }
            throw e;
        }
    }

    private String startOne(String name) {
        InspectedContainer before = engine.inspect(name);
        boolean wasUp = before.running() && !before.status().equals("restarting");
        if (wasUp) {
            return name;
        }
        try {
            engine.start(name);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                // A program that its image does not have.
                throw new AppException(PlatformError.STATE_INVALID, String.valueOf(e.getMessage()), e.details(), e);
            }
            throw e;
        }
        awaitUp(before);
        return name;
    }

    /** Up is what has run for a second in one go. */
    private void awaitUp(InspectedContainer before) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long upSince = System.nanoTime();
        String run = "";
        while (true) {
            InspectedContainer now = engine.inspect(before.id());
            boolean hasEndedAgain = !run.isEmpty() && !run.equals(now.identity());
            if (hasEndedAgain || hasEnded(now, before) || now.restarts() > before.restarts()) {
                throw notUp(now, "has ended again with the exit code " + now.exitCode() + why(now));
            }
            if (now.running()) {
                upSince = run.isEmpty() ? System.nanoTime() : upSince;
                run = now.identity();
                if (System.nanoTime() - upSince >= STEADY.toNanos()) {
                    return;
                }
            }
            if (System.nanoTime() - deadline > 0) {
                throw notUp(now, "did not come up within " + PATIENCE.toSeconds() + " s; it is " + now.status());
            }
            HostFailures.pause(LOOK_AGAIN, "Waiting for the container");
        }
    }

    private static boolean hasEnded(InspectedContainer now, InspectedContainer before) {
        Instant finished = now.finishedAt();
        return !now.running() && finished != null && !finished.equals(before.finishedAt());
    }

    private static String why(InspectedContainer container) {
        String detail = ContainerSnapshots.detail(container);
        return detail.isEmpty() ? "" : " (" + detail + ")";
    }

    private AppException notUp(InspectedContainer container, String what) {
        return StartFailure.of("The container " + container.name() + " " + what + ".", lastLines(container));
    }

    private List<String> lastLines(InspectedContainer container) {
        try {
            return LogEnd.of(
                    new ContainerLog(container.name(), container.id(), false, () -> engine, workers),
                    LAST_LINES,
                    container.startedAt());
        } catch (AppException e) {
            // The log is a help to understand the end; why there is none is not what was asked for.
            return List.of("(the log cannot be read: " + e.getMessage() + ")");
        }
    }
}
