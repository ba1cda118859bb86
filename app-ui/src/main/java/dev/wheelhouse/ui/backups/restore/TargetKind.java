package dev.wheelhouse.ui.backups.restore;

/** The kind of target that a restore goes to. */
enum TargetKind {
    LATEST("Latest", "", "targetTime"),
    TIME("Time", "yyyy-mm-dd hh:mm:ss", "targetTime"),
    TRANSACTION("Before transaction (XID)", "Its ID, as pg_current_xact_id() shows it", "beforeTransaction"),
    POSITION("WAL position", "16/B374D848", "targetPosition");

    private final String words;
    private final String prompt;
    private final String path;

    TargetKind(String words, String prompt, String path) {
        this.words = words;
        this.prompt = prompt;
        this.path = path;
    }

    String words() {
        return words;
    }

    /** An example of what the field takes. */
    String prompt() {
        return prompt;
    }

    /** Of the field in the API. */
    String path() {
        return path;
    }
}
