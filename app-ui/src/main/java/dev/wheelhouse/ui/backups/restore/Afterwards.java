package dev.wheelhouse.ui.backups.restore;

/** What becomes of a restored cluster. */
enum Afterwards {
    RUNNING("Keep it running", "The cluster stays until you stop and remove it."),
    OPEN(
            "Open read-only",
            "It becomes a read-only connection in Databases. Deleting that connection stops and removes the cluster."),
    STOPPED("Leave it stopped", "Its files stay until you remove them.");

    private final String words;
    private final String hint;

    Afterwards(String words, String hint) {
        this.words = words;
        this.hint = hint;
    }

    String words() {
        return words;
    }

    String hint() {
        return hint;
    }
}
