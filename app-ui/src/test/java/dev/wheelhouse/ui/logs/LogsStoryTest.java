package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.log.AnsiText;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.logs.gateway.CoreLogGateway;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real files, from the core to what is painted. */
@SuppressWarnings("NullAway.Init")
class LogsStoryTest extends FxTest {

    @TempDir
    private Path folder;

    private TestCore core;
    private FakeWorkbench workbench;
    private LogsWiring wiring;
    private LogPane pane;

    @BeforeEach
    void open() {
        core = TestCore.start(folder.resolve("home"));
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        wiring = new LogsWiring(
                new CoreLogGateway(core.core(), core.callers()),
                workbench,
                new ActionControls(workbench::copyCurl),
                Clock.systemUTC(),
                ZoneOffset.UTC);
    }

    @AfterEach
    void close() {
        onFx(() -> {
            pane.dispose();
            return true;
        });
        core.close();
    }

    private LogView open(LogOrigin... origins) {
        pane = onFx(() -> wiring.pane(new LogTarget(List.of(origins))));
        show(pane.root(), 1280, 720);
        onFx(() -> {
            pane.onShow();
            return true;
        });
        waitFor("the log", () -> pane.root().lookup(".log-view") != null);
        return (LogView) pane.root().lookup(".log-view");
    }

    private static String last(LogView view) {
        LogLines lines = view.lines();
        ShownLine line = lines.end() == 0 ? null : lines.line(lines.end() - 1);
        return line == null ? "" : AnsiText.strip(line.text());
    }

    private Path file(String name, int lines) throws IOException {
        String text = IntStream.range(0, lines)
                .mapToObj(i -> "2026-11-21T02:%02d:%02d.000Z %s line %d"
                        .formatted(i / 60 % 60, i % 60, i % 50 == 7 ? "ERROR" : "INFO", i))
                .collect(Collectors.joining("\n", "", "\n"));
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void followsFiltersFindsAndJumpsInAFile() throws IOException {
        Path file = file("shop.log", 3000);
        LogView view = open(LogOrigin.file(file.toString()));
        waitFor("its end", () -> last(view).endsWith("line 2999"));

        Files.writeString(file, "\u001b[31mWARN one more\u001b[0m\n", StandardOpenOption.APPEND);
        waitFor("what came", () -> last(view).equals("WARN one more"));
        waitFor(
                "the counts",
                () -> Long.valueOf(60)
                        .equals(pane.model().facts().countsProperty().get().get(LineLevel.ERROR)));

        onFx(() -> {
            pane.model().filtering().textProperty().set("error line \\d*7$");
            pane.model().filtering().regexProperty().set(true);
            return pane.model().filtering().add(false);
        });
        waitFor("the filter", () -> view.lines().end() == 60 && last(view).endsWith("line 2957"));
        onFx(() -> {
            pane.model().filtering().clear();
            return true;
        });
        waitFor("all again", () -> view.lines().end() == 3001);

        onFx(() -> {
            pane.model().find().setOpen(true);
            pane.model().find().textProperty().set("line 1234");
            pane.model().find().step(true);
            return true;
        });
        waitFor("the place", () -> view.selectedRow().filter(row -> row == 1234).isPresent());

        assertThat(onFx(() -> pane.model().going().to("2026-11-21 02:20:05"))).isEmpty();
        waitFor("the time", () -> view.selectedRow().filter(row -> row == 1205).isPresent());
        waitFor("the pause to be painted", () -> !view.followingProperty().get());
    }

    @Test
    void exportsWhatTheFilterShows() throws IOException {
        LogView view = open(LogOrigin.file(file("shop.log", 200).toString()));
        waitFor("its end", () -> last(view).endsWith("line 199"));
        Path target = folder.resolve("errors.log");
        onFx(() -> {
            for (LineLevel level : LineLevel.values()) {
                if (level != LineLevel.ERROR) {
                    pane.model().filtering().toggle(level);
                }
            }
            pane.model().taking().export(target, false);
            // The job keeps what it reads.
            pane.dispose();
            return true;
        });
        waitFor("the file", () -> Files.exists(target));
        assertThat(Files.readAllLines(target)).hasSize(4).allMatch(line -> line.contains("ERROR"));
        waitFor("nothing beside it", () -> {
            try (var all = Files.list(folder)) {
                return all.noneMatch(each -> String.valueOf(each.getFileName()).endsWith(".part"));
            }
        });
    }

    @Test
    void mergesFilesAndHidesOneOfThem() throws IOException {
        LogView view = open(
                LogOrigin.file(file("one.log", 50).toString()),
                LogOrigin.file(file("two.log", 50).toString()));
        waitFor("both", () -> view.lines().end() == 100);
        waitFor(
                "the first lines",
                () -> view.lines().line(0) != null && view.lines().line(1) != null);
        assertThat(onFx(() -> List.of(
                        Objects.requireNonNull(view.lines().line(0)).source(),
                        Objects.requireNonNull(view.lines().line(1)).source())))
                .containsExactlyInAnyOrder(0, 1);
        onFx(() -> {
            pane.model().filtering().toggleSource(pane.model().sources().getFirst());
            return true;
        });
        waitFor("one alone", () -> view.lines().end() == 50);
    }

    @Test
    void saysWhatIsWrongWithAFileThatIsNotThere() {
        pane = onFx(() -> wiring.pane(
                LogTarget.of(LogOrigin.file(folder.resolve("gone.log").toString()))));
        show(pane.root(), 1280, 720);
        onFx(() -> {
            pane.onShow();
            return true;
        });
        waitFor(
                "the failure",
                () -> pane.model().stateProperty().get() instanceof LogPaneViewModel.State.Failed(var failure)
                        && failure.errorCode().code().equals("not_found"));
    }

    @Test
    void findsBookmarksAgainInALogThatGrewOrWasBroughtAnew() throws IOException {
        Path file = file("shop.log", 300);
        Path other = file("other.log", 20);
        for (LogTarget target : List.of(
                LogTarget.of(LogOrigin.file(file.toString())),
                new LogTarget(List.of(LogOrigin.file(file.toString()), LogOrigin.file(other.toString()))))) {
            LogView view = open(target.origins().toArray(LogOrigin[]::new));
            waitFor("its end", () -> last(view).endsWith("line 299"));
            onFx(() -> {
                view.reveal(view.lines().end() - 40);
                return true;
            });
            waitFor("the line", () -> view.selectedLineProperty().get() != null);
            String marked = onFx(() -> {
                ShownLine line =
                        Objects.requireNonNull(view.selectedLineProperty().get());
                pane.model().bookmarks().toggle(line);
                pane.dispose();
                return line.text();
            });

            LogView again = open(target.origins().toArray(LogOrigin[]::new));
            waitFor(
                    "the bookmark",
                    () -> pane.model().bookmarks().list().stream()
                            .anyMatch(each -> each.words().equals(marked)));
            onFx(() -> {
                pane.model().going().stepBookmark(true);
                return true;
            });
            waitFor(
                    "its line",
                    () -> again.selectedLineProperty().get() != null
                            && again.selectedLineProperty().get().text().equals(marked));
            onFx(() -> {
                pane.dispose();
                return true;
            });
            Files.writeString(file, "2026-11-21T03:00:00.000Z INFO line 299\n", StandardOpenOption.APPEND);
        }
    }
}
