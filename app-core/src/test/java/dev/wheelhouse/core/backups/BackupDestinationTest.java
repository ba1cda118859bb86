package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.backups.store.FaultProxy;
import dev.wheelhouse.core.backups.store.S3Server;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a destination refuses is said on its field, before anything is saved. */
class BackupDestinationTest {

    private static S3Server server;

    private Caller caller;
    private HandBackups console;

    @BeforeAll
    static void start() throws Exception {
        server = new S3Server();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        console = new HandBackups(folder);
        caller = console.caller;
    }

    @AfterEach
    void close() {
        console.close();
    }

    private static DestinationDraft destination(URI endpoint, String bucket, String secret) {
        return new DestinationDraft("minio", bucket, S3Server.KEY_ID, secret, null, endpoint.toString());
    }

    private static FieldProblem problem(Runnable call) {
        AppException refusal = catchThrowableOfType(AppException.class, call::run);
        assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        assertThat(refusal.details()).isInstanceOf(FieldProblems.class);
        assertThat(((FieldProblems) refusal.details()).errors()).hasSize(1);
        return ((FieldProblems) refusal.details()).errors().getFirst();
    }

    private FieldProblem refused(DestinationDraft destination) {
        FieldProblem problem = problem(() -> console.service().create(caller, console.draft(destination, true)));
        assertThat(console.service().all(caller)).isEmpty();
        assertThat(console.cluster.slots).isEmpty();
        return problem;
    }

    @Test
    void wrongKeysAreRefused() {
        assertThat(refused(destination(server.endpoint(), S3Server.BUCKET, "wrong"))
                        .path())
                .isEqualTo("dest.secretAccessKey");
    }

    @Test
    void aBucketThatIsNotThereIsRefused() {
        assertThat(refused(destination(server.endpoint(), "no-such-bucket", S3Server.SECRET))
                        .path())
                .isEqualTo("dest.bucket");
    }

    @Test
    void aClockThatDiffersIsRefused() throws IOException {
        try (FaultProxy proxy = new FaultProxy(server)) {
            proxy.next(100, _ -> true, (_, _) -> {
                String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.now().minusSeconds(20 * 60 + 5).atOffset(ZoneOffset.UTC));
                String body = "<Error><Code>RequestTimeTooSkewed</Code><Message>made up</Message></Error>";
                return FaultProxy.answer(403, "Date: " + date + "\r\n", body);
            });
            FieldProblem problem = refused(destination(proxy.endpoint(), S3Server.BUCKET, S3Server.SECRET));
            assertThat(problem.path()).isEqualTo("dest.endpoint");
            assertThat(problem.message()).contains("20 min ahead");
        }
    }

    @Test
    void newKeysThatAreWrongReplaceNone() {
        BackupConfig config =
                console.begun(console.draft(destination(server.endpoint(), S3Server.BUCKET, S3Server.SECRET), true));
        BackupPatch wrong = new BackupPatch(null, null, null, 9, null, null, null, "wrong", null, null, null);
        assertThat(problem(() -> console.service().update(caller, config.id(), wrong, null))
                        .path())
                .isEqualTo("dest.secretAccessKey");
        assertThat(console.service().get(caller, config.id()).config()).isEqualTo(config);
        console.runs().startBase(caller, config.id());
        assertThat(console.awaitRuns(config, 2).getFirst().status())
                .as("with the keys of before")
                .isEqualTo(RunStatus.SUCCEEDED);
    }
}
