package dev.wheelhouse.core.vcs.git;

/**
 * Where a branch is.
 *
 * @param branch without {@code refs/heads/}
 * @param commit 40 hex digits
 */
public record BranchTip(String branch, String commit) {}
