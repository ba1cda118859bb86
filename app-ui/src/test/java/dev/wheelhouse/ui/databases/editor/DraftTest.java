package dev.wheelhouse.ui.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTest {

    @TempDir
    private Path folder;

    private final SameThreadBackground background = new SameThreadBackground();
    private final List<AppException> failures = new ArrayList<>();
    private SqlFiles files;
    private Draft draft;

    @BeforeEach
    void open() {
        files = SqlFiles.drafts(Home.open(folder.resolve("home")));
        draft = new Draft(background, files, "one", failures::add);
    }

    @Test
    void writesHalfASecondBehindAndAtOnceWhenTheWindowCloses() {
        draft.changed(() -> "first");
        assertThat(files.read("one")).isEmpty();
        background.advance(Duration.ofMillis(600));
        assertThat(files.read("one")).contains("first");
        draft.changed(() -> "second");
        draft.flush(() -> "second and last");
        assertThat(files.read("one")).contains("second and last");
        draft.flush(() -> "nothing waits");
        assertThat(files.read("one")).contains("second and last");
    }

    @Test
    void neverPutsAnOlderTextOverANewerOne() {
        DraftFile file = new DraftFile(files, "one");
        file.write(2, "newer");
        file.write(1, "older, and late");
        assertThat(files.read("one")).contains("newer");
        file.forget();
        file.write(3, "after it was forgotten");
        assertThat(files.read("one")).isEmpty();
    }

    @Test
    void triesAgainWhatTheDiskRefusedAndSaysSoOnce() throws IOException {
        Path drafts = folder.resolve("home").resolve("drafts");
        Files.writeString(drafts, "a file where the folder should be");
        draft.changed(() -> "kept");
        background.advance(Duration.ofSeconds(20));
        assertThat(failures).hasSize(1);
        Files.delete(drafts);
        background.advance(Duration.ofSeconds(6));
        assertThat(files.read("one")).contains("kept");
    }

    @Test
    void keepsDraftsThatTabsKnowAndYoungOnes() {
        files.write("open", "a");
        files.write("orphan", "b");
        files.prune(Set.of("open"), Instant.EPOCH);
        assertThat(files.list()).containsExactly("open", "orphan");
        files.prune(Set.of("open"), Instant.now().plusSeconds(60));
        assertThat(files.list()).containsExactly("open");
    }
}
