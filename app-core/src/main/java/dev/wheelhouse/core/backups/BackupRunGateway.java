package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RetentionRule;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a window asks of runs; {@link BackupRuns} answers it, otherwise as {@link BackupGateway}. */
public interface BackupRunGateway {

    void startBase(Caller caller, String configId);

    Page<BackupRun> list(Caller caller, String configId, PageRequest page);

    /**
     * The bases that a retention deletes once it holds.
     *
     * @param released a run whose base is not kept by hand any more then; null for none
     */
    List<BackupRun> expired(Caller caller, String configId, RetentionRule rule, @Nullable String released);

    Optional<Job> running(Caller caller, String configId);

    BackupRun setKeep(Caller caller, String configId, String runId, boolean keep);

    Job verify(Caller caller, String configId, String runId);

    void delete(Caller caller, String configId, String runId);

    JobLogText logEnd(Caller caller, String configId, String runId, int most);
}
