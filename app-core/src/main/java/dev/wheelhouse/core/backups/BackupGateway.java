package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a window asks of backups, so that it can be drawn and tried with any. {@link BackupService} answers it and says
 * scopes and errors; every method may block. Thread-safe.
 */
public interface BackupGateway {

    List<BackupOverview> all(Caller caller);

    BackupOverview get(Caller caller, String id);

    BackupConfig create(Caller caller, BackupDraft draft);

    BackupConfig adopt(Caller caller, AdoptionDraft draft);

    List<BackupCheck> test(Caller caller, BackupDraft draft);

    BackupConfig update(Caller caller, String id, BackupPatch patch, @Nullable Long expectedRevision);

    void delete(Caller caller, String id, boolean deletesObjects, @Nullable Long expectedRevision);

    String recoveryText(Caller caller, String id);
}
