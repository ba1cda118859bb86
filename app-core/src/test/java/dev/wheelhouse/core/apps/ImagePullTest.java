package dev.wheelhouse.core.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagePullTest {

    @TempDir
    private Path directory;

    private final FakeRuntime runtime = new FakeRuntime(RuntimeKind.CONTAINER);
    private final FakeRuntime processes = new FakeRuntime(RuntimeKind.PROCESS);
    private OpenApps open;
    private Caller caller;

    @BeforeEach
    void open() {
        open = new OpenApps(StateKind.SQLITE, directory, runtime, processes);
        caller = open.caller();
    }

    @AfterEach
    void close() {
        open.close();
    }

    private App container(@Nullable List<String> adopted) {
        AppDraft draft = new AppDraft(
                "shop",
                OpenApps.SERVER,
                RuntimeKind.CONTAINER,
                null,
                null,
                null,
                null,
                null,
                "team/shop:3",
                null,
                null,
                null,
                null,
                null,
                adopted);
        return open.service().create(caller, draft);
    }

    private Job ended(Job job) throws Exception {
        Awaiting.until(() -> open.jobs().get(caller, job.id()).status().isFinal());
        return open.jobs().get(caller, job.id());
    }

    @Test
    void fetchesAnImageAsAJobAndStartsTheApp() throws Exception {
        App app = container(null);
        CountDownLatch goOn = new CountDownLatch(1);
        runtime.pulls(progress -> {
            progress.report(30, 100L, "1 of 3 layers");
            await(goOn);
        });

        Job job = open.service().pull(caller, app.id(), true);
        assertThat(job.kind()).isEqualTo("image_pull");
        assertThat(job.subjectId()).isEqualTo(app.id());
        Awaiting.until(
                () -> Long.valueOf(30).equals(open.jobs().get(caller, job.id()).progressDone()));
        assertThat(open.service().pull(caller, app.id(), true).id())
                .as("not twice at once")
                .isEqualTo(job.id());
        goOn.countDown();

        Job end = ended(job);
        assertThat(end.status()).as(end.error()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(end.message()).isEqualTo("team/shop:3 is there, and shop runs.");
        assertThat(runtime.calls()).contains("pull shop", "start shop");
    }

    @Test
    void startsTheAppThoughThePullWasBegunWithoutThat() throws Exception {
        App app = container(null);
        CountDownLatch goOn = new CountDownLatch(1);
        runtime.pulls(_ -> await(goOn));

        Job job = open.service().pull(caller, app.id(), false);
        Awaiting.until(() -> runtime.calls().contains("pull shop"));
        assertThat(open.service().pull(caller, app.id(), true).id()).isEqualTo(job.id());
        goOn.countDown();

        assertThat(ended(job).message()).isEqualTo("team/shop:3 is there, and shop runs.");
        assertThat(runtime.calls()).containsExactly("pull shop", "start shop");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Cancelled.", ErrorDetails.NONE, e);
        }
    }

    @Test
    void isCancelledWithoutAStart() throws Exception {
        App app = container(null);
        runtime.pulls(_ -> await(new CountDownLatch(1)));

        Job job = open.service().pull(caller, app.id(), true);
        Awaiting.until(() -> runtime.calls().contains("pull shop"));
        open.jobs().cancel(caller, job.id());

        assertThat(ended(job).status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(runtime.calls()).doesNotContain("start shop");
    }

    @Test
    void tellsWhyItCouldNotBeHad() throws Exception {
        App app = container(null);
        runtime.pulls(_ -> {
            throw new AppException(PlatformError.STATE_INVALID, "manifest unknown");
        });

        Job end = ended(open.service().pull(caller, app.id(), false));
        assertThat(end.status()).isEqualTo(JobStatus.FAILED);
        assertThat(end.error()).isEqualTo("manifest unknown");
    }

    @Test
    void refusesAppsWithoutAnImageOfTheirOwn() {
        App process = open.service().create(caller, OpenApps.process("api", null));
        App adopted = container(List.of("shop-1"));
        for (App each : List.of(process, adopted)) {
            AppException refused = catchThrowableOfType(
                    AppException.class, () -> open.service().pull(caller, each.id(), false));
            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        }
        Caller reader = TestOrganizations.with(caller, EnumSet.of(Scope.APPS_READ));
        AppException refused =
                catchThrowableOfType(AppException.class, () -> open.service().pull(reader, adopted.id(), false));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE);
    }
}
