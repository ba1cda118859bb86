package dev.wheelhouse.core.platform.settings;

/**
 * When a server counts as too full or too busy. It counts as well again five percent below.
 *
 * @param diskPercent of a file system's size, 1 to 100
 * @param cpuPercent of the whole machine, 1 to 100
 * @param memoryPercent of what is installed, 1 to 100
 * @param sustainedSeconds how long processors and memory must be there, 0 to 3600; a disk counts at once
 */
public record Thresholds(int diskPercent, int cpuPercent, int memoryPercent, int sustainedSeconds) {

    public static final Thresholds DEFAULTS = new Thresholds(90, 95, 95, 300);
}
