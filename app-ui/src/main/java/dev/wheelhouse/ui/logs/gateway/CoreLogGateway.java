package dev.wheelhouse.ui.logs.gateway;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.home.UnfinishedFiles;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.servers.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Logs of the core. Thread-safe. */
public final class CoreLogGateway implements LogGateway {

    private static final int PAGE = 200;

    private final Core core;
    private final Supplier<Caller> callers;

    public CoreLogGateway(Core core, Supplier<Caller> callers) {
        this.core = core;
        this.callers = callers;
    }

    @Override
    public OpenedLog open(LogTarget target) {
        return target.origins().size() == 1 ? openOne(target.origins().getFirst()) : openMerged(target);
    }

    private OpenedLog openOne(LogOrigin origin) {
        Caller caller = callers.get();
        if (kind(origin) == LogOrigin.Kind.APP) {
            App app = core.apps().service().get(caller, origin.id());
            LogDocument document = core.logs().service().document(caller, app.name(), List.of(source(caller, origin)));
            return new OpenedLog(
                    document, app.name(), app.name() + " on " + serverName(caller, app.serverId()), List.of());
        }
        LogDocument document = core.logs().service().document(caller, serverId(origin), origin.path());
        return new OpenedLog(
                document,
                fileName(origin.path()),
                origin.path() + " on " + serverName(caller, serverId(origin)),
                List.of());
    }

    private OpenedLog openMerged(LogTarget target) {
        Caller caller = callers.get();
        List<NamedSource> sources = NamedSource.distinct(
                target.origins().stream().map(origin -> source(caller, origin)).toList());
        List<String> names = sources.stream().map(NamedSource::name).toList();
        LogDocument document = core.logs().service().document(caller, names.size() + " logs", sources);
        return new OpenedLog(document, names.size() + " logs", String.join(", ", names), names);
    }

    private NamedSource source(Caller caller, LogOrigin origin) {
        if (kind(origin) == LogOrigin.Kind.APP) {
            App app = core.apps().service().get(caller, origin.id());
            return new NamedSource(app.name(), core.apps().service().log(caller, origin.id()));
        }
        return new NamedSource(
                fileName(origin.path()), core.logs().service().source(caller, serverId(origin), origin.path()));
    }

    /** What was remembered by another version may have none. */
    private static LogOrigin.Kind kind(LogOrigin origin) {
        return Objects.requireNonNullElse(origin.kind(), LogOrigin.Kind.FILE);
    }

    private String serverId(LogOrigin origin) {
        return kind(origin) == LogOrigin.Kind.FILE ? core.servers().service().ownId() : origin.id();
    }

    private String serverName(Caller caller, String serverId) {
        return core.servers().service().get(caller, serverId).name();
    }

    private static String fileName(String path) {
        String plain = path.replace('\\', '/');
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    @Override
    public List<LogChoice> apps() {
        return core.apps().service().all(callers.get()).stream()
                .map(app -> new LogChoice(app.id(), app.name()))
                .sorted(Comparator.comparing(LogChoice::name))
                .toList();
    }

    @Override
    public List<LogChoice> servers() {
        List<Server> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Server> page = core.servers().service().list(callers.get(), new PageRequest(PAGE, cursor));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        String own = core.servers().service().ownId();
        return all.stream()
                .sorted(Comparator.comparing((Server server) -> !server.id().equals(own))
                        .thenComparing(Server::name))
                .map(server -> new LogChoice(server.id(), server.name()))
                .toList();
    }

    @Override
    public void export(LogDocument document, LinesWanted wanted, Path file, String subject, Runnable ended) {
        core.jobs()
                .start(
                        callers.get(),
                        "log_export",
                        subject,
                        Scope.LOGS_READ,
                        new LogExport(
                                document,
                                wanted,
                                new PartialFile(file, new UnfinishedFiles(core.home())),
                                file,
                                ended));
    }
}
