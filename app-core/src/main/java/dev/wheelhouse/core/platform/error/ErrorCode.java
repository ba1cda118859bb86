package dev.wheelhouse.core.platform.error;

/** A stable, documented name for one cause of failure. Each feature has one enum of them. */
public interface ErrorCode {

    /** The wire name, lower snake case, unique in the whole product. */
    String code();

    ErrorKind kind();
}
