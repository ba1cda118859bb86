package dev.wheelhouse.core;

import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import java.nio.file.Path;
import java.time.Clock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the core is started with.
 *
 * @param homeDirectory made when missing
 * @param storeUrl {@code jdbc:postgresql://…} of a shared state; null for a SQLite file in the home
 * @param clock the source of every time the core writes
 * @param random the source of ids and tokens; must be cryptographically strong outside tests
 * @param sshTimeouts how long servers may take
 * @param secrets what is given at the start
 */
public record CoreConfig(
        Path homeDirectory,
        @Nullable String storeUrl,
        Clock clock,
        RandomGenerator random,
        SshTimeouts sshTimeouts,
        StartSecrets secrets) {

    /** With the usual time-outs for servers, and no secrets. */
    public CoreConfig(Path homeDirectory, @Nullable String storeUrl, Clock clock, RandomGenerator random) {
        this(homeDirectory, storeUrl, clock, random, SshTimeouts.DEFAULT, StartSecrets.NONE);
    }
}
