package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.ui.controls.log.LogCopy;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.logs.gateway.LinesWanted;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Takes lines out of a log: to the clipboard, to a file, one of them whole. Belongs to the window's thread. */
public final class LogExporter {

    /** Lines that the clipboard takes at once. */
    static final long MOST_COPIED = 100_000;

    private final ShownLog log;
    private final LogGateway gateway;
    private final Workbench workbench;
    private final LogExports exports;
    private final Source source;

    /**
     * What is taken from.
     *
     * @param shown asks which lines are shown
     */
    record Source(LogTarget target, Supplier<LinesWanted> shown) {}

    LogExporter(ShownLog log, LogGateway gateway, Workbench workbench, LogExports exports, Source source) {
        this.log = log;
        this.gateway = gateway;
        this.workbench = workbench;
        this.exports = exports;
        this.source = source;
    }

    public void copy(LogCopy copy) {
        if (copy.count() > MOST_COPIED) {
            workbench.say(
                    Notice.warning("The clipboard takes %,d lines, and %,d are selected. Export them to a file instead."
                            .formatted(MOST_COPIED, copy.count())));
            return;
        }
        copy.lines().read(copy.from(), copy.to(), read -> {
            String text = copy.text(read);
            boolean several = copy.count() > 1;
            workbench.copy(text, several ? "%,d lines".formatted(copy.count()) : "The line");
        });
    }

    /** Reads all of a line that is shown cut. */
    public void whole(ShownLine line, Consumer<String> done) {
        log.document()
                .ifPresent(document -> workbench
                        .background()
                        .run(
                                () -> document.from(line.id(), 1).stream()
                                        .findFirst()
                                        .map(document::wholeText)
                                        .orElse(""),
                                done,
                                workbench::say));
    }

    /**
     * Writes lines to a file, as a job.
     *
     * @param everything whatever is filtered
     */
    public void export(Path file, boolean everything) {
        log.document().ifPresent(document -> export(document, file, everything));
    }

    private void export(LogDocument document, Path file, boolean everything) {
        LinesWanted lines = everything ? LinesWanted.ALL : source.shown().get();
        String app = source.target().appId();
        String subject = app.isEmpty() ? String.valueOf(file.getFileName()) : app;
        Runnable ended = () -> workbench.background().onWindow(() -> exports.ended(document));
        exports.begun(document);
        workbench
                .background()
                .run(
                        () -> {
                            gateway.export(document, lines, file, subject, ended);
                            return true;
                        },
                        _ -> workbench.say(Notice.info(
                                "Writing " + file.getFileName() + ". The jobs (Ctrl+J) tell how far it is.")),
                        failure -> {
                            exports.ended(document);
                            workbench.say(failure);
                        });
    }

    /** Reads the log from its oldest line on. */
    public void loadEverything() {
        log.document().ifPresent(LogDocument::loadEverything);
    }
}
