package dev.wheelhouse.ui.apps.list;

/** What this window does with an app at the moment. */
public enum Doing {
    STARTING("Starting…"),
    STOPPING("Stopping…"),
    RESTARTING("Restarting…"),
    REMOVING("Removing…");

    private final String words;

    Doing(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
