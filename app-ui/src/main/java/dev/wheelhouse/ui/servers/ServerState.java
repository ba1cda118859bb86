package dev.wheelhouse.ui.servers;

/** How a server is, in the one word that people see first; a key that is not trusted goes before everything else. */
public enum ServerState {
    KEY_CHANGED("Host key changed", "fth-alert-octagon", "danger-icon"),
    UNTRUSTED("Not trusted yet", "fth-key", "warning-icon"),
    ONLINE("Online", "fth-check-circle", "success-icon"),
    OFFLINE("Offline", "fth-x-circle", "danger-icon"),
    PENDING("Pending", "fth-help-circle", "warning-icon");

    final String words;
    final String icon;
    final String style;

    ServerState(String words, String icon, String style) {
        this.words = words;
        this.icon = icon;
        this.style = style;
    }

    /** Whether nothing is sent to it until its key is trusted. */
    boolean waitsForTrust() {
        return this == KEY_CHANGED || this == UNTRUSTED;
    }
}
