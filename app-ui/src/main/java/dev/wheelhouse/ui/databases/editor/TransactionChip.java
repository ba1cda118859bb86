package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.EditorState;
import java.time.Duration;
import java.time.Instant;

/**
 * The state of a tab's transaction in a few words.
 *
 * @param style a style class: idle, open, waiting (idle in a transaction for too long) or failed
 */
public record TransactionChip(String text, String style, boolean open) {

    /** A transaction that holds its locks for so long and does nothing is most often forgotten. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(60);

    static final TransactionChip IDLE = new TransactionChip("tx: idle", "idle", false);

    static TransactionChip of(EditorState state, Instant now) {
        Instant since = state.transactionSince();
        if (since == null) {
            return IDLE;
        }
        String age = age(Duration.between(since, now));
        if (state.transaction() == EditorState.Transaction.FAILED) {
            return new TransactionChip("tx: failed, roll back", "failed", true);
        }
        Instant idle = state.idleSince();
        boolean forgotten = idle != null && Duration.between(idle, now).compareTo(FORGOTTEN) > 0;
        return forgotten
                ? new TransactionChip("tx: open " + age + ", idle", "waiting", true)
                : new TransactionChip("tx: open " + age, "open", true);
    }

    private static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600 ? seconds / 60 + " min" : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }
}
