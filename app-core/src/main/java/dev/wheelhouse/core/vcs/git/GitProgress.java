package dev.wheelhouse.core.vcs.git;

/** Hears how far a repository was read; called on the reading thread, often. */
@FunctionalInterface
public interface GitProgress {

    /** Hears nothing. */
    GitProgress NONE = (step, bytes, files) -> {};

    /** What is being done. */
    enum Step {
        /** Objects arrive from the repository or one of its submodules. */
        FETCH,
        /** Files of Git LFS arrive. */
        LFS,
        /** Files go out as a tar. */
        SEND
    }

    /**
     * @param bytes so far in this step
     * @param files so far in this step; 0 while fetching
     */
    void reached(Step step, long bytes, long files);
}
