package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.ui.form.FormMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Opens forms over the window. */
public interface BackupForms {

    void open(FormMode<BackupOverview> mode);

    /** Takes over backups whose console is lost. */
    void adopt();

    /**
     * @param runId of the base to restore from; null for the one that fits best
     * @param at up to when; null for as far as WAL is stored
     */
    void restore(BackupLine line, @Nullable String runId, @Nullable Instant at);

    /** Shows the key of what is stored. */
    void showKey(String configId);
}
