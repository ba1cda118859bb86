package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of reading git repositories; each can be mended by whoever set the repository up. */
public enum GitError implements ErrorCode {
    /** Nothing is at the address, or nothing that this user may see. */
    REPOSITORY_NOT_FOUND,
    /** The server refuses the user or the secret, or asks for one. */
    REPOSITORY_REFUSED,
    /** The server names another address, which is not followed. */
    REPOSITORY_MOVED,
    /** No such branch, tag or commit. */
    REF_UNKNOWN,
    /** A commit has a name, a link or a file that is not sent to a server. */
    TREE_REFUSED,
    /** A submodule has an address that is not read. */
    SUBMODULE_REFUSED,
    /** A file is in Git LFS, and its content is not. */
    LFS_OBJECT_MISSING;

    @Override
    public ErrorKind kind() {
        return ErrorKind.INVALID;
    }
}
