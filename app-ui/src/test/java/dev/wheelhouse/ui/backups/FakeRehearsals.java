package dev.wheelhouse.ui.backups;

import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.RehearsalGateway;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Rehearsals that a test makes up, of one configuration. Thread-safe. */
final class FakeRehearsals implements RehearsalGateway {

    private final Clock clock;
    private final BiFunction<String, String, Job> jobs;
    private final List<Rehearsal> rehearsals = new CopyOnWriteArrayList<>();

    /** @param jobs begins one of a kind, of a configuration */
    FakeRehearsals(Clock clock, BiFunction<String, String, Job> jobs) {
        this.clock = clock;
        this.jobs = jobs;
    }

    /**
     * Newest first.
     *
     * @param recoveryMillis null for one that failed
     */
    void add(int daysAgo, @Nullable Long recoveryMillis) {
        Instant at = clock.instant().minus(Duration.ofDays(daysAgo));
        boolean isWhole = recoveryMillis != null;
        rehearsals.add(new Rehearsal(
                "rhs_" + daysAgo,
                "org_test",
                "bkp_shop",
                isWhole ? RunStatus.SUCCEEDED : RunStatus.FAILED,
                RunTrigger.SCHEDULE,
                "job_1",
                "run_000001",
                at,
                at.plusSeconds(60),
                recoveryMillis,
                4_000L,
                isWhole ? 12L : null,
                isWhole ? 1_204_331L : null,
                isWhole ? null : "The rehearsal's own SQL answers false."));
    }

    @Override
    public Job rehearse(Caller caller, String configId) {
        return jobs.apply("rehearse_backup", configId);
    }

    @Override
    public Page<Rehearsal> list(Caller caller, String configId, PageRequest page) {
        return new Page<>(configId.equals("bkp_shop") ? List.copyOf(rehearsals) : List.of(), null);
    }
}
