package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.logs.document.DocumentOrigin;
import dev.wheelhouse.core.logs.document.FileDocument;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.file.FileLogSource;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.merge.MergedSource;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.logs.spool.LogDocuments;
import dev.wheelhouse.core.logs.spool.UnpackedLogs;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Logs in files of servers, and logs of whatever kind as documents. Thread-safe. */
public final class LogService {

    /** Files without a size, some of which are never at their end, and some of which show secrets of programs. */
    private static final Pattern OF_THE_KERNEL = Pattern.compile("/+(proc|sys)(/.*)?");

    private final Servers servers;
    private final Home home;
    private final Workers workers;
    private final Clock clock;
    private final ZoneId zone;
    private final LogDocuments documents;
    private final UnpackedLogs unpacked;
    private final Host thisMachine;

    LogService(
            Home home,
            Servers servers,
            Workers workers,
            Clock clock,
            ZoneId zone,
            LogDocuments documents,
            UnpackedLogs unpacked) {
        this.servers = servers;
        this.home = home;
        this.workers = workers;
        this.clock = clock;
        this.zone = zone;
        this.documents = documents;
        this.unpacked = unpacked;
        this.thisMachine = new LocalHost(workers);
    }

    /**
     * A file of a server as a log. It is looked at once; one that ends in {@code .gz} is unpacked on the console's own machine
     * first, which blocks. Scopes logs:read and, since any file may be named, servers:exec.
     *
     * @param path absolute
     * @throws AppException {@code insufficient_scope}; {@code not_found} for the server or the file;
     *     {@code validation_failed} on {@code path}; {@code state_invalid} for a directory, a device, a pipe, or a file that
     *     may not be read or is not text, or a packed one that is damaged; {@code payload_too_large} for a packed one of more than a
     *     gibibyte; what {@link dev.wheelhouse.core.platform.host.Host} throws
     */
    public LogSource source(Caller caller, String serverId, String path) {
        FileLogSource source = new FileLogSource(originOf(server(caller, serverId), checked(path)), workers);
        source.check();
        return source;
    }

    /**
     * As {@link #source}, of a file that is read beside others: one that cannot be read fails when it is, so that it does not
     * keep the others back.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found} for the server, {@code validation_failed}
     */
    public LogSource part(Caller caller, String serverId, String path) {
        Server server = server(caller, serverId);
        String whole = checked(path);
        try {
            return new FileLogSource(originOf(server, whole), workers);
        } catch (AppException e) {
            if (e.kind() == ErrorKind.INVALID) {
                throw e;
            }
            return new UnreadableLog(whole, e);
        }
    }

    /**
     * A file of a server as a document: read where it is on the console's own machine, else brought here. Blocks until there
     * is something to show. The caller closes it.
     *
     * @throws AppException as {@link #source}
     */
    public LogDocument document(Caller caller, String serverId, String path) {
        Server server = server(caller, serverId);
        FileLogSource.Origin origin = originOf(server, checked(path));
        FileLogSource source = new FileLogSource(origin, workers);
        source.check();
        if (!isOwn(server) && !UnpackedLogs.isPacked(path)) {
            return document(caller, source.name(), List.of(new NamedSource(source.name(), source)));
        }
        return FileDocument.open(
                source.name(), Path.of(origin.path()), LineFormat.RAW, DocumentOrigin.FILE, origin.times(), workers);
    }

    /**
     * One or more logs as a document, ordered by time. The caller's right to each of them was checked before.
     * Blocks until their newest lines are here. The caller closes it. Scope logs:read.
     *
     * @param name of the whole
     * @param sources at least one, each with a name of its own
     * @throws AppException {@code insufficient_scope}; what {@link LogSource#tail} throws when none can be read
     */
    public LogDocument document(Caller caller, String name, List<NamedSource> sources) {
        caller.require(Scope.LOGS_READ);
        return documents.open(merged(name, sources));
    }

    /** Several logs as one, ordered by time. */
    public LogSource merged(String name, List<NamedSource> sources) {
        return MergedSource.of(name, sources, workers, new LineTimes(zone, clock));
    }

    private Server server(Caller caller, String serverId) {
        caller.require(Scope.LOGS_READ);
        return servers.service().forUse(caller, serverId, Scope.SERVERS_EXEC);
    }

    private String checked(String path) {
        boolean isAbsolute = path.startsWith("/") || path.matches("[A-Za-z]:[\\\\/].*");
        if (!isAbsolute || path.indexOf('\0') >= 0) {
            throw AppException.invalid("path", "Give the whole path, such as /var/log/syslog.");
        }
        if (OF_THE_KERNEL.matcher(path).matches()) {
            throw noLog();
        }
        return path;
    }

    private static AppException noLog() {
        return AppException.invalid("path", "What the kernel shows in /proc and /sys is no log. Name a log file.");
    }

    private boolean isOwn(Server server) {
        return server.id().equals(servers.service().ownId());
    }

    private FileLogSource.Origin originOf(Server server, String path) {
        if (isOwn(server) && (home.contains(Path.of(path)) || home.isFileOfThis(Path.of(path)))) {
            throw AppException.invalid("path", "The console's own home is not shown. Name another file.");
        }
        if (isOwn(server) && OF_THE_KERNEL.matcher(real(path)).matches()) {
            throw noLog();
        }
        String name = path.substring(path.lastIndexOf('/') + 1) + " on " + server.name();
        if (UnpackedLogs.isPacked(path)) {
            UnpackedLogs.Unpacked log = unpacked.open(() -> hostOf(server), server.id(), path);
            Supplier<Host> host = () -> {
                log.ensure();
                return thisMachine;
            };
            return new FileLogSource.Origin(name, host, log.file().toString(), 0, LineFormat.RAW, times(server));
        }
        return new FileLogSource.Origin(name, () -> hostOf(server), path, 0, LineFormat.RAW, times(server));
    }

    /** Where links lead; as it is where that is not known. */
    private static String real(String path) {
        try {
            return Path.of(path).toRealPath().toString();
        } catch (IOException | InvalidPathException _) {
            return path;
        }
    }

    /** Asked at each use, since the server may have been changed since. */
    private Host hostOf(Server server) {
        Server now = servers.service()
                .find(server.organizationId(), server.id())
                .orElseThrow(() -> AppException.notFound("server", server.id()));
        return servers.hosts().of(now);
    }

    /** Times of another machine that say no zone are read as UTC. */
    private LineTimes times(Server server) {
        return new LineTimes(isOwn(server) ? zone : ZoneOffset.UTC, clock);
    }
}
