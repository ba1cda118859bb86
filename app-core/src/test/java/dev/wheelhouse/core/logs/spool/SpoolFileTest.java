package dev.wheelhouse.core.logs.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SpoolFileTest {

    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path directory;

    @Test
    void leavesNothingOpenAndNothingBehindWhenTheDiskIsFull() throws IOException {
        Path half = Files.createSymbolicLink(directory.resolve("1.log.half"), FULL);
        try (SpoolFile spool = new SpoolFile(directory.resolve("1.log"), 100)) {
            assertThatThrownBy(() -> spool.append(lines(20))).isInstanceOf(IOException.class);
            assertThat(Files.exists(half, LinkOption.NOFOLLOW_LINKS)).isFalse();
            assertThat(openFiles()).doesNotContain(FULL.toString());
            // It goes on once there is room.
            spool.append(lines(1));
            assertThat(spool.isShortened()).isTrue();
        }
    }

    private static List<PlacedLine> lines(int count) {
        LogLine line = new LogLine(null, LogStream.STDOUT, null, "0123456789");
        return Collections.nCopies(count, new PlacedLine(line, new LogPosition("n1")));
    }

    private static List<String> openFiles() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.map(SpoolFileTest::target).toList();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException _) {
            return "";
        }
    }
}
