package dev.wheelhouse.ui.servers.desk;

/** Whether a server answers. */
public enum ServerState {
    ONLINE,
    OFFLINE,
    /** It has not been asked yet, or may not be asked until its host key is trusted. */
    UNKNOWN
}
