package dev.wheelhouse.core.vcs.git;

import java.time.Duration;

/**
 * How much reading a repository may take.
 *
 * @param look until the list of branches is there
 * @param fetch until the content of one commit is there
 * @param idle how long a server may send nothing
 * @param listBytes of a list of branches
 * @param fetchBytes of one repository's objects on their way, and of one file of Git LFS
 * @param deltaBytes of a folder's list, and of a file that is sent as a difference: for these memory is needed as a whole,
 *     three times this and more. Other files may be of any length
 * @param cacheBytes of all repositories that are kept; the least recently used ones go
 * @param packs of one kept repository; with more it is fetched anew, which is cheaper than packing it here
 * @param submodules of one commit, their own included
 * @param depth to which submodules nest
 */
public record GitLimits(
        Duration look,
        Duration fetch,
        Duration idle,
        long listBytes,
        long fetchBytes,
        long deltaBytes,
        long cacheBytes,
        int packs,
        int submodules,
        int depth) {

    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    /** What a console in a heap of 256 MiB does. */
    public static final GitLimits STANDARD = new GitLimits(
            Duration.ofSeconds(30),
            Duration.ofHours(1),
            Duration.ofSeconds(60),
            16 * MIB,
            8 * GIB,
            JGitSettings.STREAM_THRESHOLD,
            8 * GIB,
            40,
            100,
            8);
}
