package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.schedules.ScheduleRun;
import org.jspecify.annotations.Nullable;

/**
 * The run that is chosen, and what it wrote.
 *
 * @param output null while it is not read
 * @param failure why it could not be read; null while it could
 */
record RunDetail(
        ScheduleRun run,
        @Nullable JobLogText output,
        @Nullable AppException failure) {}
