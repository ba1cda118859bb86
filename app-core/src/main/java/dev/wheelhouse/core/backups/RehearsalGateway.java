package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;

/** What a window asks of rehearsals; {@link Rehearsals} answers it, otherwise as {@link BackupGateway}. */
public interface RehearsalGateway {

    Job rehearse(Caller caller, String configId);

    Page<Rehearsal> list(Caller caller, String configId, PageRequest page);
}
