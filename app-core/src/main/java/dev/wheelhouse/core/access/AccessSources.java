package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.id.IdGenerator;
import java.time.Clock;
import java.util.random.RandomGenerator;

/** Where new ids, secrets and times come from. */
public record AccessSources(IdGenerator ids, RandomGenerator random, Clock clock) {}
