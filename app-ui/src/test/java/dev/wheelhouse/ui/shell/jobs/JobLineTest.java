package dev.wheelhouse.ui.shell.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobLineTest {

    private static final Instant STARTED = Instant.parse("2026-11-20T09:00:00Z");

    private static Job job(JobStatus status, @Nullable Long done, @Nullable Long total, @Nullable Instant finished) {
        return new Job(
                "job_1",
                "org_1",
                "base_backup",
                "db_1",
                Scope.DATABASES_QUERY,
                Scope.DATABASES_QUERY,
                status,
                done,
                total,
                null,
                null,
                Map.of(),
                STARTED,
                STARTED,
                finished,
                null,
                null);
    }

    @Test
    void tellsElapsedAndEstimatedTime() {
        JobLine line = JobLine.of(
                job(JobStatus.RUNNING, 25L, 100L, null), "Sample shop", STARTED.plusSeconds(30), ZoneOffset.UTC);

        assertThat(line.title()).isEqualTo("Base backup · Sample shop");
        assertThat(line.begun()).isEqualTo("09:00");
        assertThat(line.progress()).isEqualTo(0.25);
        assertThat(line.time()).isEqualTo("30 s, about 1 min 30 s left");
    }

    @Test
    void estimatesNothingWhileNobodyKnowsHowFarItIs() {
        JobLine line = JobLine.of(
                job(JobStatus.RUNNING, 25L, null, null), "Sample shop", STARTED.plusSeconds(30), ZoneOffset.UTC);

        assertThat(line.progress()).isNegative();
        assertThat(line.time()).isEqualTo("30 s");
    }

    @Test
    void standsStillOnceItHasEnded() {
        JobLine line = JobLine.of(
                job(JobStatus.SUCCEEDED, 3L, 100L, STARTED.plusSeconds(5)),
                "Sample shop",
                STARTED.plus(Duration.ofDays(1)),
                ZoneOffset.UTC);

        assertThat(line.time()).isEqualTo("5 s");
        assertThat(line.progress()).isEqualTo(1);
        assertThat(line.isRunning()).isFalse();
    }

    @Test
    void survivesAClockThatIsSetBack() {
        assertThat(JobLine.of(
                                job(JobStatus.RUNNING, null, null, null),
                                "Sample shop",
                                STARTED.minusSeconds(60),
                                ZoneOffset.UTC)
                        .time())
                .isEqualTo("0 s");
    }
}
