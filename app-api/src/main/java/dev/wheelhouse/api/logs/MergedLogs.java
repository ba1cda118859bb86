package dev.wheelhouse.api.logs;

import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.Logs;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Several logs as one: those of apps, and files of servers. */
final class MergedLogs {

    private static final int MOST = 50;
    private static final int LONGEST = 4096;

    private final Apps apps;
    private final Logs logs;
    private final ServerAlias alias;

    MergedLogs(Apps apps, Logs logs, ServerAlias alias) {
        this.apps = apps;
        this.logs = logs;
        this.alias = alias;
    }

    /** @throws AppException {@code validation_failed} for none or too many; what reading each of them alone throws */
    LogSource source(Request request) {
        Set<String> wantedApps = new LinkedHashSet<>(request.texts("app"));
        Set<String> wantedFiles = new LinkedHashSet<>(request.texts("file"));
        int count = wantedApps.size() + wantedFiles.size();
        if (count == 0 || count > MOST) {
            throw AppException.invalid(
                    "query.app", "Name 1 to " + MOST + " logs, with app and file; each may be given several times.");
        }
        List<NamedSource> sources = new ArrayList<>();
        for (String id : wantedApps) {
            LogSource log = apps.service().log(request.caller(), id);
            sources.add(new NamedSource(log.name(), log));
        }
        for (String file : wantedFiles) {
            sources.add(ofFile(request, file, count > 1));
        }
        return logs.service().merged(count + " logs", NamedSource.distinct(sources));
    }

    /** @param isPart whether there are others that it must not keep back */
    private NamedSource ofFile(Request request, String file, boolean isPart) {
        int colon = file.indexOf(':');
        if (colon <= 0 || file.length() > LONGEST || file.indexOf('\0') >= 0) {
            throw AppException.invalid(
                    "query.file",
                    "Give a server, a colon and an absolute path, such as local:/var/log/syslog; at most " + LONGEST
                            + " characters.");
        }
        String path = file.substring(colon + 1);
        String server = alias.id(file.substring(0, colon));
        LogSource source = LogQuery.naming(
                () -> isPart
                        ? logs.service().part(request.caller(), server, path)
                        : logs.service().source(request.caller(), server, path),
                "file");
        return new NamedSource(path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1), source);
    }
}
