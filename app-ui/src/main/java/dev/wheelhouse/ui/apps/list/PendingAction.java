package dev.wheelhouse.ui.apps.list;

/** What this window does with an app at the moment. */
public enum PendingAction {
    STARTING("Starting…", "start", "started"),
    STOPPING("Stopping…", "stop", "stopped"),
    RESTARTING("Restarting…", "restart", "restarted"),
    REMOVING("Removing…", "removal", "removed");

    private final String label;
    private final String verb;
    private final String done;

    PendingAction(String label, String verb, String done) {
        this.label = label;
        this.verb = verb;
        this.done = done;
    }

    /** Shown in place of the state. */
    public String label() {
        return label;
    }

    /** For "{@code start} failed". */
    String verb() {
        return verb;
    }

    /** For "was {@code started}". */
    String done() {
        return done;
    }
}
