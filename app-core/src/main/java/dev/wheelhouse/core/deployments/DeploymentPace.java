package dev.wheelhouse.core.deployments;

import java.time.Duration;

/**
 * How long what takes.
 *
 * @param look between two looks for what waits
 * @param again before what could not be tidied up is tried again
 * @param build the longest build
 * @param hook the longest command before or after the switch
 * @param kill how long a command may take once it was asked to end
 * @param steady how long an app without a health check has to run
 * @param probe between two looks at a new release
 * @param answer how long a health check may take
 */
public record DeploymentPace(
        Duration look,
        Duration again,
        Duration build,
        Duration hook,
        Duration kill,
        Duration steady,
        Duration probe,
        Duration answer) {

    public static final DeploymentPace STANDARD = new DeploymentPace(
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofMinutes(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(10));
}
