package dev.wheelhouse.core.backups;

import java.time.Duration;

/**
 * How often backups are looked after.
 *
 * @param look between two looks for configurations to work
 * @param taken before one is asked for again that another console works
 * @param retry before one is worked again whose store, cluster or own disk failed it
 * @param idle before one is worked again whose session ended, or that is paused
 * @param watch between two looks of a session for what waits and what was changed
 * @param firstPause before a stream of WAL is taken up again that broke; each further one is twice as long
 * @param longestPause the longest of these; a stream that lasted longer begins with the first
 * @param wal between two looks of a base at the WAL that it still needs
 */
public record BackupPace(
        Duration look,
        Duration taken,
        Duration retry,
        Duration idle,
        Duration watch,
        Duration firstPause,
        Duration longestPause,
        Duration wal) {

    public static final BackupPace STANDARD = new BackupPace(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofMillis(500));
}
