package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.logs.gateway.LinesWanted;
import dev.wheelhouse.ui.logs.gateway.LogChoice;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.logs.gateway.OpenedLog;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Logs that a test made up. Thread-safe. */
final class FakeLogs implements LogGateway {

    private final Map<LogTarget, OpenedLog> logs = new ConcurrentHashMap<>();
    final List<ListedDocument> opened = new CopyOnWriteArrayList<>();

    /** Runs before a log is looked for. */
    volatile Runnable beforeOpen = () -> {};

    /** Makes a log that can be opened. */
    ListedDocument put(LogOrigin origin, String title, String where) {
        ListedDocument document = new ListedDocument();
        logs.put(LogTarget.of(origin), new OpenedLog(document, title, where, List.of()));
        return document;
    }

    ListedDocument put(List<LogOrigin> origins, List<String> sources) {
        ListedDocument document = new ListedDocument();
        logs.put(
                new LogTarget(origins),
                new OpenedLog(document, origins.size() + " logs", String.join(", ", sources), sources));
        return document;
    }

    @Override
    public OpenedLog open(LogTarget target) {
        beforeOpen.run();
        OpenedLog known = logs.get(target);
        if (known == null) {
            throw new AppException(
                    PlatformError.NOT_FOUND,
                    "There is no file "
                            + target.origins().stream().map(LogOrigin::path).collect(Collectors.joining(", "))
                            + " on this machine. It may have been moved or deleted.");
        }
        opened.add((ListedDocument) known.document());
        return known;
    }

    @Override
    public List<LogChoice> apps() {
        return List.of(new LogChoice("app_1", "shop"), new LogChoice("app_2", "mailer"));
    }

    @Override
    public List<LogChoice> servers() {
        return List.of(new LogChoice("srv_1", "This machine"), new LogChoice("srv_2", "web-1"));
    }

    @Override
    public void export(LogDocument document, LinesWanted wanted, Path file, String subject, Runnable ended) {
        try (OutputStream out = Files.newOutputStream(file)) {
            document.copy(wanted.isAll() ? document : document.filtered(wanted.filter(), wanted.hidden()), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ended.run();
    }
}
