package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFilesTest {

    private static final long ROOM = 100;

    private OpenState state;
    private JobService jobs;
    private JobFiles files;
    private Caller maker;

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(StateKind.SQLITE, directory);
        jobs = state.jobs("srv_here");
        files = files("srv_here");
        maker = state.organizations().newOrganization();
    }

    @AfterEach
    void close() {
        jobs.close();
        state.close();
    }

    private JobFiles files(String homeId) {
        return new JobFiles(jobs, state.store(), state.home(), homeId, state.clock(), ROOM);
    }

    /** A job that writes a text into its file, and fails where it is told to. */
    private Job export(String text, boolean fails) {
        JobFiles.Making making = files.make(maker, Scope.DATABASES_ADMIN, "orders.csv", "text/csv");
        Job job = jobs.start(maker, "export", "db_1", JobScopes.STATEMENTS, new JobWork() {
            @Override
            public String run(JobProgress progress) {
                write(making, text);
                if (fails) {
                    throw new AppException(PlatformError.UPSTREAM_FAILED, "The server went away.");
                }
                return "Done.";
            }

            @Override
            public void keepEnd(Transaction tx, Job end) {
                if (end.status() == JobStatus.SUCCEEDED) {
                    making.keep(tx, end.id());
                }
            }

            @Override
            public void over() {
                making.over();
            }
        });
        jobs.awaitEnd(job.id());
        return jobs.get(maker, job.id());
    }

    private static void write(JobFiles.Making making, String text) {
        try (PartialFile file = making.file()) {
            file.open(making::written).write(text.getBytes(StandardCharsets.UTF_8));
            file.complete();
        } catch (JobFiles.NoRoomException e) {
            throw new AppException(PlatformError.STORAGE_FULL, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Path> onDisk() throws IOException {
        try (Stream<Path> all = Files.list(state.home().file("job-files"))) {
            return all.toList();
        }
    }

    /** A job has ended a moment before it lets go of its file. */
    private void sweepUntil(int left) throws Exception {
        Awaiting.until(() -> {
            files.sweep();
            return onDisk().size() == left;
        });
    }

    private void assertRefused(PlatformError code, Caller caller, String jobId) {
        assertThatThrownBy(() -> files.find(caller, jobId))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    private Caller other(Scope... scopes) {
        return new Caller(
                maker.organizationId(), maker.memberId(), "key_other", Set.of(scopes), Origin.HTTP, "req_1", null);
    }

    @Test
    void keepsAFileForItsMakerAndForAdministrators() throws Exception {
        Job job = export("id,name\r\n", false);

        JobFile file = files.find(maker, job.id());
        assertThat(file.path()).hasContent("id,name\r\n");
        assertThat(file.bytes()).isEqualTo(9);
        assertThat(file.name()).isEqualTo("orders.csv");
        assertThat(Files.getPosixFilePermissions(file.path())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(files.find(other(Scope.DATABASES_QUERY, Scope.DATABASES_ADMIN), job.id()))
                .isEqualTo(file);
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, other(Scope.DATABASES_QUERY), job.id());
        assertThatThrownBy(() -> files("srv_elsewhere").find(maker, job.id())).hasMessageContaining("Fetch it there");
        assertThat(files("srv_here").find(maker, job.id()))
                .as("after a restart")
                .isEqualTo(file);
    }

    @Test
    void forgetsItAfterADayOrWithItsJob() throws Exception {
        Job old = export("old", false);
        state.clock().advance(Duration.ofHours(23));
        Job young = export("young", false);
        assertThat(files.find(maker, old.id()).path()).hasContent("old");

        state.clock().advance(Duration.ofHours(1));
        assertRefused(PlatformError.NOT_FOUND, maker, old.id());
        sweepUntil(1);
        assertThat(onDisk()).singleElement().satisfies(each -> assertThat(each).hasContent("young"));

        state.store().change(tx -> jobs.delete(tx, List.of(young.id())));
        sweepUntil(0);
    }

    @Test
    void leavesNothingOfAJobThatFailedOrOfAConsoleThatWasKilled() throws Exception {
        Job failed = export("half of it", true);
        assertThat(failed.status()).isEqualTo(JobStatus.FAILED);
        assertRefused(PlatformError.NOT_FOUND, maker, failed.id());
        Files.writeString(state.home().file("job-files").resolve("left"), "by a console that was killed");

        sweepUntil(0);
    }

    @Test
    void sparesWhatIsBeingWrittenAndGivesItOnlyOnceTheJobHasEnded() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        JobFiles.Making making = files.make(maker, Scope.DATABASES_ADMIN, "orders.csv", "text/csv");
        Job job = jobs.start(maker, "export", "db_1", JobScopes.STATEMENTS, _ -> {
            try (PartialFile file = making.file()) {
                file.open(making::written).flush();
                written.countDown();
                goOn.await();
                return "Done.";
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        written.await();
        files.sweep();
        assertThat(onDisk()).hasSize(1);
        assertRefused(PlatformError.STATE_INVALID, maker, job.id());
        goOn.countDown();
        jobs.awaitEnd(job.id());
    }

    @Test
    void refusesWhatAllOfThemHaveNoRoomFor() throws Exception {
        export("x".repeat((int) ROOM - 10), false);
        Job tooLarge = export("y".repeat(11), false);
        assertThat(tooLarge.error()).contains("Each goes after 24 hours");
        assertThat(onDisk()).hasSize(1);
        export("z".repeat(10), false);

        assertThatThrownBy(() -> export("", false))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STORAGE_FULL));
        state.clock().advance(JobFiles.KEPT);
        assertThat(export("room again", false).status()).isEqualTo(JobStatus.SUCCEEDED);
    }
}
