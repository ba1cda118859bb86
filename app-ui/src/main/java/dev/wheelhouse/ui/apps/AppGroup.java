package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.apps.list.AppLine;

/** Which apps the list shows, by how they are. */
public enum AppGroup {
    ALL("All"),
    RUNNING("Running"),
    STOPPED("Not running"),
    TROUBLED("Unhealthy");

    private final String words;

    AppGroup(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public boolean has(AppLine line) {
        return switch (this) {
            case ALL -> true;
            case RUNNING -> line.isRunning();
            case STOPPED -> !line.isRunning();
            case TROUBLED -> line.isTroubled();
        };
    }
}
