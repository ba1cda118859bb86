package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnouncementTest {

    @Test
    void takesTheServicesAddressAwayThoughTheHomesFileStays(@TempDir Path directory) throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Home home = Home.open(directory.resolve("home"));
        Path run = Files.createDirectory(directory.resolve("run"));
        ServiceAddress service =
                ServiceAddress.of(Map.of("SYSTEMD_EXEC_PID", "42", "RUNTIME_DIRECTORY", run.toString()), 42);
        service.tell("http://127.0.0.1:7465");
        // Cannot be removed, as a file of a broken disk.
        Files.createDirectories(home.file("api.json").resolve("full"));
        new Announcement(home, service).close();
        assertThat(ServiceAddress.find(run)).isEmpty();
        assertThat(run).isEmptyDirectory();
    }
}
