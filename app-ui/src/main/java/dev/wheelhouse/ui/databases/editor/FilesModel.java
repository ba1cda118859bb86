package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.databases.query.ConfirmationNeeded;
import dev.wheelhouse.core.databases.scripts.ScriptText;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.controls.editor.TextLimits;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a tab does with files: opens them, runs them whole, fills them with results. Belongs to the window's thread. */
final class FilesModel {

    private final SqlServices services;
    private final Workbench bench;
    private final SqlViewModel tab;

    FilesModel(SqlServices services, Workbench bench, SqlViewModel tab) {
        this.services = services;
        this.bench = bench;
        this.tab = tab;
    }

    /**
     * Opens a file in the editor, or offers to run it when it is more than the editor takes.
     *
     * @param opened gets the text
     */
    void open(Path file, Consumer<String> opened) {
        bench.background()
                .run(
                        () -> read(file),
                        text -> {
                            if (text == null) {
                                offerRun(file);
                            } else {
                                opened.accept(text);
                            }
                        },
                        bench::say);
    }

    /** Whether a file holds a text, as the editor would show it; blocks. */
    static boolean holds(Path file, String text) {
        try {
            return text.equals(read(file));
        } catch (AppException _) {
            return false;
        }
    }

    private static @Nullable String read(Path file) {
        try {
            if (Files.size(file) > TextLimits.LONGEST_TEXT) {
                return null;
            }
            String text;
            try (Reader in = ScriptText.reader(Files.newInputStream(file))) {
                text = in.readAllAsString().replace("\r\n", "\n").replace('\r', '\n');
            }
            return TextLimits.refusal(text).isPresent() ? null : text;
        } catch (CharacterCodingException e) {
            throw problem(file + " is neither UTF-8 nor UTF-16 text. Convert it, then open it again.", e);
        } catch (IOException e) {
            throw problem(file + " cannot be read (" + e.getClass().getSimpleName() + ").", e);
        }
    }

    private static AppException problem(String text, IOException cause) {
        return new AppException(PlatformError.BAD_REQUEST, text, cause);
    }

    private void offerRun(Path file) {
        bench.ask(
                new Question(
                        "Run it as a file?",
                        file.getFileName() + " is larger than the editor takes, or has a line of more than 20,000"
                                + " characters. It can be run as a file on "
                                + tab.connection().name() + ", in a job of its own.",
                        "Run file",
                        false),
                () -> runFile(file));
    }

    /** Runs a file of any size as a job. */
    void runFile(Path file) {
        runFile(file, false);
    }

    private void runFile(Path file, boolean confirm) {
        Caller caller = bench.callers().get();
        bench.background()
                .run(
                        () -> start(caller, file, confirm),
                        job -> bench.say(
                                Notice.info(file.getFileName() + " runs as job " + job.id() + "; see the jobs below.")),
                        failure -> {
                            if (failure.details() instanceof ConfirmationNeeded needed) {
                                tab.ask(needed, () -> runFile(file, true));
                                return;
                            }
                            bench.say(failure);
                        });
    }

    private Job start(Caller caller, Path file, boolean confirm) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return services.databases().scripts().start(caller, tab.connection().id(), in, confirm);
        } catch (IOException e) {
            throw problem(file + " cannot be read (" + e.getClass().getSimpleName() + ").", e);
        }
    }

    /** Runs the statement anew and writes all its rows into a file, as a job that outlives the tab. */
    void export(RunText text, ExportFormat format, Path target) {
        tab.prepareExport(text, format, request -> export(request, target));
    }

    private void export(ExportRequest request, Path target) {
        Caller caller = bench.callers().get();
        Consumer<ConfirmationNeeded> asked =
                needed -> bench.background().onWindow(() -> tab.ask(needed, () -> export(request.confirmed(), target)));
        bench.background()
                .run(
                        () -> services.databases()
                                .fileExports()
                                .start(caller, tab.connection().id(), request, target, asked),
                        _ -> bench.say(Notice.info("Exporting to " + target + "; see the jobs below.")),
                        bench::say);
    }
}
