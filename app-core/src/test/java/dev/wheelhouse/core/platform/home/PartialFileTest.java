package dev.wheelhouse.core.platform.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartialFileTest {

    @TempDir
    private Path temporary;

    private Path folder;
    private UnfinishedFiles unfinished;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createDirectory(temporary.resolve("folder"));
        unfinished = new UnfinishedFiles(Home.open(temporary.resolve("home")));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> String.valueOf(each.getFileName())).toList();
        }
    }

    private PartialFile begun() throws IOException {
        PartialFile file = new PartialFile(folder.resolve("a.log"), unfinished);
        file.open(_ -> {}).write("text".getBytes(StandardCharsets.UTF_8));
        return file;
    }

    @Test
    void takesItsPlaceOnlyWhenItIsWhole() throws Exception {
        Files.writeString(folder.resolve("a.log"), "before");
        try (PartialFile file = begun()) {
            assertThat(folder.resolve("a.log")).hasContent("before");
            file.complete();
        }
        assertThat(folder.resolve("a.log")).hasContent("text");
        assertThat(names()).containsExactly("a.log");
    }

    @Test
    void leavesNothingWhenItIsClosedBefore() throws Exception {
        begun().close();
        assertThat(names()).isEmpty();
    }

    @Test
    void theStartAfterAKilledConsoleRemovesWhatItLeft() throws Exception {
        PartialFile lost = begun();
        Path other = Files.writeString(folder.resolve("b.part"), "not ours");
        assertThat(names()).hasSize(2);
        unfinished.clear();
        assertThat(names()).containsExactly("b.part");
        assertThat(other).hasContent("not ours");
        lost.close();
    }
}
