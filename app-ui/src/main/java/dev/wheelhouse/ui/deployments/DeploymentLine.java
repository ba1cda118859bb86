package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A deployment as it was read last, in words.
 *
 * @param app its name
 * @param serves whether its release serves now
 * @param isNewest whether it is the app's newest
 * @param began when it started, or was queued
 * @param ago how long that was ago
 * @param took how long it took, or has been running; a dash for what never began
 */
record DeploymentLine(
        Deployment deployment, String app, boolean serves, boolean isNewest, String began, String ago, String took) {

    private static final String NONE = "—";

    static DeploymentLine of(
            Deployment deployment, String app, boolean serves, boolean isNewest, Instant now, ZoneId zone) {
        Instant started = deployment.startedAt();
        Instant begin = Objects.requireNonNullElse(started, deployment.createdAt());
        return new DeploymentLine(
                deployment,
                app,
                serves,
                isNewest,
                Moments.onDay(begin, now, zone),
                Moments.ago(begin, now),
                started == null ? NONE : took(started, deployment.finishedAt(), now));
    }

    private static String took(Instant from, @Nullable Instant to, Instant now) {
        return words(Duration.between(from, Objects.requireNonNullElse(to, now)));
    }

    /** Of clocks that disagree nothing negative comes. */
    static String words(Duration took) {
        return ScheduleLabels.duration(took.isNegative() ? Duration.ZERO : took);
    }

    boolean matches(String typed) {
        String text = typed.strip().toLowerCase(Locale.ROOT);
        return Stream.of(app, deployment.ref(), deployment.commitId(), deployment.subject(), deployment.author())
                .anyMatch(each -> each != null && each.toLowerCase(Locale.ROOT).contains(text));
    }

    boolean isUnderWay() {
        return !deployment.status().isFinal();
    }

    boolean hasFailed() {
        return deployment.status() == DeploymentStatus.FAILED;
    }

    /** What came of it and when, such as {@code Failed 3 min ago: The build ended with 1.} */
    String outcome() {
        String error = deployment.error();
        return (serves
                        ? "Serves, deployed"
                        : DeploymentLabels.look(deployment.status()).words()) + " " + ago
                + (error == null ? "" : ": " + error);
    }

    /** Whether its release can be had back. */
    boolean isKept() {
        return deployment.released() && deployment.status() == DeploymentStatus.SUCCEEDED && !serves;
    }

    /** Such as {@code shop  3fa9c01 Fix the basket}. */
    String name() {
        return app + "  " + DeploymentLabels.what(deployment);
    }

    String id() {
        return deployment.id();
    }
}
