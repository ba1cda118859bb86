package dev.wheelhouse.core.platform.host;

/** What an entry of a file system is. */
public enum HostFileKind {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    /** A device, a pipe or a socket. */
    OTHER
}
