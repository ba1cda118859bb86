package dev.wheelhouse.core.platform.job;

import java.nio.file.Path;
import java.time.Instant;

/**
 * What a job made for somebody to fetch.
 *
 * @param name for who keeps it, such as {@code orders.csv}
 * @param bytes its size
 * @param keptUntil when it goes
 * @param path where it lies on this machine
 */
public record JobFile(String jobId, String name, String mediaType, long bytes, Instant keptUntil, Path path) {}
