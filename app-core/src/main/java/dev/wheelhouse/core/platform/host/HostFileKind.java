package dev.wheelhouse.core.platform.host;

/** What an entry of a file system is. */
public enum HostFileKind {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    /** A device, a pipe or a socket. */
    OTHER;

    public static HostFileKind of(boolean directory, boolean link, boolean file) {
        if (directory) {
            return DIRECTORY;
        }
        return link ? SYMBOLIC_LINK : file ? FILE : OTHER;
    }
}
