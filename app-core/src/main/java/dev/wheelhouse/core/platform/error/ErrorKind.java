package dev.wheelhouse.core.platform.error;

/** The kind of an {@link ErrorCode}. Both faces switch over it without a default branch. */
public enum ErrorKind {
    /** The request itself is wrong; the caller can mend it. */
    INVALID,
    NOT_FOUND,
    /** The request is right but the state it met forbids it. */
    CONFLICT,
    UNAUTHENTICATED,
    FORBIDDEN,
    /** Too large, too many, too long. */
    LIMIT,
    /** Something this console depends on does not answer. */
    UNAVAILABLE,
    CANCELLED,
    /** A fault of the console; its text stays in the log. */
    INTERNAL
}
