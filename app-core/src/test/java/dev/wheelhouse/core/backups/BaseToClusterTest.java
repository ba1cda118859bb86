package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.store.MemoryStore;
import dev.wheelhouse.core.databases.replication.BaseBackupRequest;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.ReplicationConnection;
import dev.wheelhouse.core.databases.replication.ReplicationFixture;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresVersions;
import dev.wheelhouse.core.testing.Real;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A base that was stored, laid out again: PostgreSQL's own check is the judge. */
@Real
final class BaseToClusterTest {

    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void isWhatPostgresVerifies(Compression compression) throws Exception {
        verify(DebianPostgres.programs().orElseThrow(), compression);
    }

    /** The newest that sends each tablespace as a copy of its own. */
    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void isWhatPostgresVerifiesOfVersion14() throws Exception {
        try (PostgresVersions others = new PostgresVersions()) {
            verify(others.programs(14), Compression.NONE);
        }
    }

    private void verify(Path programs, Compression compression) throws Exception {
        MemoryStore store = new MemoryStore();
        try (DebianPostgres server = DebianPostgres.startOf(programs)) {
            PostgresDatabase database = server.newPowerfulDatabase();
            Path space = server.dataDirectory().resolveSibling("fast");
            try (Connection jdbc = database.connect();
                    Statement statement = jdbc.createStatement()) {
                statement.execute("COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mkdir " + space + "'");
                statement.execute("CREATE TABLESPACE fast LOCATION '" + space + "'");
                statement.execute(
                        "CREATE TABLE thing TABLESPACE fast AS SELECT g, repeat('x', 300) AS filler FROM generate_series(1, 50000) g");
            }
            BaseContent content;
            try (OpenCore open = new OpenCore(Files.createDirectory(folder.resolve("console")));
                    ReplicationFixture fixture = new ReplicationFixture(open, database);
                    ReplicationConnection replication = fixture.connect();
                    BaseBackupWriter writer = new BaseBackupWriter(
                            store, "base/", 1 << 20, ManifestChecksum.SHA256, THREADS, (_, _) -> {})) {
                replication.baseBackup(
                        new BaseBackupRequest("a test", List.of(compression), ManifestChecksum.SHA256), writer);
                content = writer.finish();
            }
            assertThat(content.files()).isGreaterThan(900);
            assertThat(content.start().tablespaces()).hasSize(2);

            Path data = Files.createDirectory(folder.resolve("data"));
            String oid = content.start().tablespaces().getFirst().oid();
            unpack(store, content, "base.tar", data);
            unpack(store, content, oid + ".tar", data.resolve("pg_tblspc/" + oid));
            Files.write(data.resolve("backup_manifest"), store.objects.get("base/backup_manifest"));
            Process verify = new ProcessBuilder(
                            DebianPostgres.programs()
                                    .orElseThrow()
                                    .resolve("pg_verifybackup")
                                    .toString(),
                            "--no-parse-wal",
                            data.toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("backup successfully verified\n");
        }
    }

    private static void unpack(MemoryStore store, BaseContent content, String archive, Path directory)
            throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (Volume each : content.volumes()) {
            if (each.name().startsWith(archive)) {
                packed.write(store.objects.get("base/" + each.name()));
            }
        }
        Files.createDirectories(directory);
        Process tar = new ProcessBuilder("tar", "-x", "-C", directory.toString())
                .inheritIO()
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        InputStream bytes = new ByteArrayInputStream(packed.toByteArray());
        try (OutputStream in = tar.getOutputStream();
                InputStream unpacked = content.compression() == Compression.GZIP
                        ? new GZIPInputStream(bytes)
                        : new ZstdInputStream(bytes)) {
            unpacked.transferTo(in);
        }
        assertThat(tar.waitFor()).isZero();
    }
}
