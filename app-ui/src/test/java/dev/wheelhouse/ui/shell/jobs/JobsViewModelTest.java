package dev.wheelhouse.ui.shell.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsViewModelTest {

    private static final Duration RETRY = Duration.ofSeconds(5);

    /** Whose work fails a few times. */
    private static final class FailingBackground implements Background {

        private final SameThreadBackground after;
        private int failures;

        FailingBackground(SameThreadBackground after, int failures) {
            this.after = after;
            this.failures = failures;
        }

        @Override
        public <T extends @Nullable Object> Handle run(
                Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
            if (failures > 0) {
                failures--;
                failed.accept(new AppException(PlatformError.STORE_UNAVAILABLE, "The state is away."));
                return Handle.NONE;
            }
            return after.run(work, done, failed);
        }

        @Override
        public <T extends @Nullable Object> Handle run(
                Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed) {
            return run(work, done, failed);
        }

        @Override
        public Handle after(Duration delay, Runnable update) {
            return after.after(delay, update);
        }

        @Override
        public Handle every(Duration period, Runnable update) {
            return after.every(period, update);
        }

        @Override
        public void onWindow(Runnable update) {
            after.onWindow(update);
        }
    }

    @Test
    void listensAgainAfterFailuresAndReportsThemOnce(@TempDir Path folder) {
        try (OpenCore open = new OpenCore(folder)) {
            SameThreadBackground time = new SameThreadBackground();
            FakeWorkbench workbench = new FakeWorkbench(new FailingBackground(time, 3), open::caller);
            JobService jobs = open.core().jobs();
            JobsViewModel model = new JobsViewModel(jobs, workbench, Clock.systemUTC(), _ -> Optional.empty());
            model.onShow();
            time.advance(RETRY);
            time.advance(RETRY);
            assertThat(workbench.errors).hasSize(1);

            var _ = jobs.start(open.caller(), "script", "db_1", JobScopes.STATEMENTS, _ -> "3 statements ran.");
            for (int looks = 0; looks < 20 && workbench.notices.isEmpty(); looks++) {
                // A look waits for a change itself.
                time.advance(RETRY);
            }
            assertThat(workbench.notices)
                    .singleElement()
                    .satisfies(each -> assertThat(each.text()).contains("3 statements ran."));
            model.onHide();
        }
    }
}
