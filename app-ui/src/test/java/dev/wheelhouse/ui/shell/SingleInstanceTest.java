package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class SingleInstanceTest {

    @TempDir
    private Path directory;

    private SingleInstance window;
    private SingleInstance second;

    @BeforeEach
    void start() {
        window = new SingleInstance(Home.open(directory));
        second = new SingleInstance(Home.open(directory));
    }

    @Test
    void givesTheWindowTheFilesOfASecondStart() throws Exception {
        List<Path> files = List.of(Path.of("/a b/orders.sql"), Path.of("/two\nlines.db"), Path.of("/Überblick.sql"));
        try (ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> called = starts.submit(() -> second.call(files));
            assertThat(window.await()).contains(files);
            assertThat(called.get()).isTrue();
        }
        assertThat(window.take()).isEmpty();
        assertThat(directory.resolve("window-calls")).isEmptyDirectory();
    }

    @Test
    void aSecondStartWithoutFilesCallsForTheWindowAlone() throws Exception {
        try (ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> called = starts.submit(() -> second.call(List.of()));
            assertThat(window.await()).contains(List.of());
            assertThat(called.get()).isTrue();
        }
    }

    @Test
    void losesNoneOfSeveralStartsAtOnce() throws Exception {
        try (ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Path> files = List.of(Path.of("/1.sql"), Path.of("/2.sql"), Path.of("/3.sql"));
            List<Future<Boolean>> called = files.stream()
                    .map(each -> starts.submit(() -> second.call(List.of(each))))
                    .toList();
            List<Path> opened = new ArrayList<>();
            while (opened.size() < files.size()) {
                window.await().ifPresent(opened::addAll);
            }
            assertThat(opened).containsExactlyInAnyOrderElementsOf(files);
            for (Future<Boolean> each : called) {
                assertThat(each.get()).isTrue();
            }
        }
    }

    @Test
    void aCallThatNobodyAnswersIsTakenBack() throws Exception {
        assertThat(second.call(List.of(Path.of("/orders.sql")))).isFalse();
        assertThat(window.take()).isEmpty();
    }

    @Test
    void aCallIsReadOnlyOnceItIsWhole() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("window-calls"));
        Path half = Files.writeString(folder.resolve("1.new"), "/ord");
        assertThat(window.take()).isEmpty();
        Files.move(half, folder.resolve("1.new.call"));
        assertThat(window.take()).contains(List.of(Path.of("/ord")));
    }

    @Test
    void waitsNoLongerOnceItIsClosed() throws Exception {
        CompletableFuture<Optional<List<Path>>> waiting = new CompletableFuture<>();
        Thread waiter = Thread.startVirtualThread(() -> {
            try {
                waiting.complete(window.await());
            } catch (InterruptedException e) {
                waiting.completeExceptionally(e);
            }
        });
        window.close();
        waiter.join();
        assertThat(waiting).isCompletedWithValue(Optional.empty());
    }
}
