package dev.wheelhouse.core.platform.homebackup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.PassphraseStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeBackupTest {

    @TempDir
    private Path directory;

    @Test
    void holdsAFileThatIsRemovedMeanwhileWholeOrNotAtAll() throws IOException {
        // Elsewhere a file that is being read is not removed.
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        Path file = Files.writeString(directory.resolve("a.sql"), "SELECT 1");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream archive = new ZipOutputStream(bytes, StandardCharsets.UTF_8) {
            @Override
            public void putNextEntry(ZipEntry entry) throws IOException {
                super.putNextEntry(entry);
                Files.delete(file);
            }
        }) {
            HomeBackup.addIfThere(archive, "a.sql", file);
            HomeBackup.addIfThere(archive, "b.sql", file);
        }
        try (ZipInputStream archive =
                new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()), StandardCharsets.UTF_8)) {
            assertThat(archive.getNextEntry())
                    .isNotNull()
                    .extracting(ZipEntry::getName)
                    .isEqualTo("a.sql");
            assertThat(archive.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("SELECT 1");
            assertThat(archive.getNextEntry()).isNull();
        }
    }

    @Test
    void restoresNoBackupWhoseStateIsMissing() throws IOException {
        Path file = directory.resolve("home.backup");
        HomeContents contents = new HomeContents(0, "srv_one", "one", "1", null, true);
        try (OutputStream to = Files.newOutputStream(file);
                ZipOutputStream archive = new ZipOutputStream(
                        PassphraseStream.seal(to, "correct horse battery", new Random(1)), StandardCharsets.UTF_8)) {
            archive.putNextEntry(new ZipEntry(HomeContents.ENTRY));
            archive.write(Json.write(contents).getBytes(StandardCharsets.UTF_8));
        }
        Path home = directory.resolve("home");
        assertThatThrownBy(() -> HomeRestore.restore(file, home, "correct horse battery", (_, _) -> {}))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("The backup " + file + " cannot be read: it has no state");
        assertThat(home).doesNotExist();
    }
}
