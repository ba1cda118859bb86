package dev.wheelhouse.ui.apps.list;

/** What this window does with an app at the moment. */
public enum PendingAction {
    STARTING("Starting…"),
    STOPPING("Stopping…"),
    RESTARTING("Restarting…"),
    REMOVING("Removing…");

    private final String words;

    PendingAction(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
