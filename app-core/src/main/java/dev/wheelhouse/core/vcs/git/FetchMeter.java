package dev.wheelhouse.core.vcs.git;

/** Counts the bytes of one fetch, over all of its repositories. For one thread. */
final class FetchMeter {

    private final GitProgress progress;
    private long bytes;

    FetchMeter(GitProgress progress) {
        this.progress = progress;
    }

    void received(long count) {
        bytes += count;
        progress.reached(GitProgress.Step.FETCH, bytes, 0);
    }
}
