package dev.wheelhouse.core.deployments;

import java.time.Instant;

/**
 * The commit that a source's branch led to, as far as the console knows.
 *
 * @param id the app's
 * @param commitId 40 hex digits
 * @param revision counts from 1
 */
record BranchTip(String id, String branch, String commitId, long revision, Instant changedAt) {

    BranchTip moved(String toBranch, String toCommit, Instant at) {
        return new BranchTip(id, toBranch, toCommit, revision + 1, at);
    }

    boolean isAt(String otherBranch, String otherCommit) {
        return branch.equals(otherBranch) && commitId.equals(otherCommit);
    }
}
