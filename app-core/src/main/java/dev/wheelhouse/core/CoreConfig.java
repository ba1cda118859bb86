package dev.wheelhouse.core;

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
 */
public record CoreConfig(Path homeDirectory, @Nullable String storeUrl, Clock clock, RandomGenerator random) {}
