package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;

/** What a window asks of rehearsals; {@link Rehearsals} answers it, otherwise as {@link BackupGateway}. */
@FunctionalInterface
public interface RehearsalGateway {

    Job rehearse(Caller caller, String configId);
}
