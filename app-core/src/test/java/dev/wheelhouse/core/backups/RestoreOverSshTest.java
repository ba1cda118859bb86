package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.host.ssh.CuttableHost;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Restores on a server that is reached over SSH, also when the link is cut. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class RestoreOverSshTest {

    private final Workers workers = new Workers();
    private Path folder;
    private StoredCluster stored;
    private DebianSshd sshd;
    private CutProxy cable;
    private Server server;
    private Path target = Path.of("none");

    @BeforeAll
    void addAServer(@TempDir Path temporary) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        folder = temporary;
        stored = new StoredCluster(Files.createDirectory(folder.resolve("console")));
        sshd = DebianSshd.start(Files.createDirectory(folder.resolve("sshd")));
        String key = Files.readString(sshd.newKey("usual", "", "-t", "ed25519"));
        SshTarget direct = sshd.target(new SshCredentials.PrivateKey(key, null));
        cable = new CutProxy(direct.port());
        ServerService servers = stored.open.core().servers().service();
        Server added = servers.create(
                stored.caller,
                new ServerDraft(
                        "second",
                        ServerKind.SSH,
                        direct.host(),
                        cable.port(),
                        direct.user(),
                        new ServerDraft.Auth(
                                ServerAuthType.KEY,
                                new SecretChange.Replace(key),
                                SecretChange.keep(),
                                SecretChange.keep())));
        server = servers.trustHostKey(
                stored.caller,
                added.id(),
                Objects.requireNonNull(servers.test(stored.caller, added.id()).hostKeyFingerprint()));
    }

    @AfterEach
    void stop() throws Exception {
        cable.heal();
        StoredCluster.stop(target);
    }

    @AfterAll
    void removeAll() throws Exception {
        stored.close();
        cable.close();
        sshd.close();
        workers.close();
    }

    private RestoreRequest request(String name, @Nullable String serverId) {
        target = stored.targets.resolve(name);
        return new RestoreRequest(
                stored.written().beforeDrop(), null, null, serverId, target.toString(), true, false, null);
    }

    @Test
    void restoresOnAnotherServer() throws Exception {
        RestoreRequest request = request("second", server.id());
        assertThat(stored.restores
                        .plan(stored.caller, stored.configId(), null, request)
                        .ok())
                .isTrue();
        RestoreResult result = stored.restore(request);
        assertThat(StoredCluster.ask(stored.in(result), "SELECT count(*) || ' ' || sum(id) FROM in_space"))
                .isEqualTo("6000 18003000");
        assertThat(target.resolve("wheelhouse.restore")).doesNotExist();
        assertThat(Path.of(target + ".wal")).doesNotExist();
    }

    @Test
    void takesTheRightToRunProgramsThere() {
        Caller lesser = stored.callerWithout(Scope.SERVERS_EXEC);
        assertThatThrownBy(() -> stored.restores.plan(lesser, stored.configId(), null, request("no", server.id())))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE));
        assertThatThrownBy(() -> stored.restores.restore(lesser, stored.configId(), null, request("no", server.id())))
                .isInstanceOf(AppException.class);
        // On the source's own it does not.
        assertThat(stored.restores
                        .plan(lesser, stored.configId(), null, request("no", null))
                        .error())
                .isNull();
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesAServerThatIsNotThereOrDoesNotAnswer() {
        assertThatThrownBy(() -> stored.restore(request("no", "srv_none")))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("no server with the id srv_none");
        cable.cut();
        RestoreRequest request = request("no", server.id());
        // Until its end is noticed, a cut link is one that broke; after that it is one that cannot be made.
        Awaiting.until("a plan that names the address", () -> {
            RestorePreview plan = stored.restores.plan(stored.caller, stored.configId(), null, request);
            assertThat(plan.ok()).isFalse();
            return Objects.requireNonNull(plan.error()).contains("127.0.0.1:" + cable.port());
        });
        RestoreResult result = stored.restore(request);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains("127.0.0.1:" + cable.port());
    }

    @Test
    void keepsItsServerUntilWhatIsLeftIsRemoved() throws Exception {
        RestoreRequest request = request("left", server.id());
        Restores.Begun begun = stored.restores.begin(stored.caller, stored.configId(), null, request);
        Awaiting.until("the laying", () -> Files.exists(target.resolve("wheelhouse.restore")));
        cable.cut();
        assertThat(begun.result().join().ok()).isFalse();
        assertThat(target).exists();
        assertThatThrownBy(() -> stored.open.core().servers().service().delete(stored.caller, server.id(), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("what is left of a restore in " + target);
        cable.heal();
        Awaiting.until("its removal", () -> {
            stored.restores.removeAbandoned();
            return !Files.exists(target);
        });
        StoredCluster.assertNothingIsLeft(target);
        Job job = Objects.requireNonNull(begun.job());
        assertThat(stored.open.core().jobs().get(stored.caller, job.id()).error())
                .isNotEmpty();
    }

    /** What is there when the link is cut: the mark, the first files, the spool, the server, its recovery's end. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/wheelhouse.restore", "/global", ".wal/watcher", "/postmaster.pid", "/pg_wal/00000002.history"})
    void leavesNothingWhereItsLinkWasCut(String seen) throws Exception {
        target = stored.targets.resolve("cut");
        try (CuttableHost remote =
                        CuttableHost.start(Files.createTempDirectory(folder, "cable"), workers, SshTimeouts.DEFAULT);
                ObjectStore store = stored.openStore()) {
            Restoration restoration = stored.prepared(remote.host(), target, store);
            Path awaited = Path.of(target + seen);
            Thread cutter = Thread.ofVirtual().start(() -> {
                Awaiting.until("the moment of the cut", () -> Files.exists(awaited));
                remote.cable().cut();
            });
            assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                    .isInstanceOfAny(RestoreException.class, IOException.class, AppException.class);
            cutter.join();
            remote.cable().heal();
            Awaiting.until("the removal", () -> {
                try {
                    StoredCluster.remove(restoration, target);
                    return true;
                } catch (RestoreException | AppException _) {
                    return false;
                }
            });
            Awaiting.until("the end of what ran there", () -> isNothingLeft());
        }
        StoredCluster.assertNothingIsLeft(target);
    }

    private boolean isNothingLeft() {
        try {
            StoredCluster.assertNothingIsLeft(target);
            return true;
        } catch (AssertionError _) {
            return false;
        }
    }
}
