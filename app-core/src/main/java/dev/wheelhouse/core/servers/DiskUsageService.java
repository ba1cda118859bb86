package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.DiskSpace;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what fills the disks of servers. Thread-safe. */
public final class DiskUsageService {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int LONGEST_PATH = 4096;
    private static final int NOT_A_FOLDER = 3;

    /** With the least of the machine: whoever looks for space looks at a server that has troubles enough. */
    private static final String LOOK = """
            cd "$1" 2>/dev/null || exit 3
            path=$(pwd -P)
            echo wheelhouse:df
            df -kP . | tail -n 1
            echo wheelhouse:path
            echo "$path"
            echo wheelhouse:du
            { nice -n 19 du -a -x -k -d 3 "$path" 2>/dev/null || echo 99999999999999999 partly; } |
              grep -v '^wheelhouse:' | sort -rn | head -n 2000
            """;

    private final ServerService servers;
    private final Hosts hosts;

    DiskUsageService(ServerService servers, Hosts hosts) {
        this.servers = servers;
        this.hosts = hosts;
    }

    /**
     * Adds up all files below a folder, which may take a while. Scope servers:exec, since it names any file of the server.
     *
     * @param path absolute
     * @throws AppException {@code insufficient_scope}; {@code not_found} for the server; {@code validation_failed} on
     *     {@code query.path}, also for what is no folder that may be entered; {@code upstream_timeout} after two minutes; what
     *     {@link dev.wheelhouse.core.platform.host.Host} throws
     */
    public DiskUsage look(Caller caller, String serverId, String path) {
        Server server = servers.forUse(caller, serverId, Scope.SERVERS_EXEC);
        if (!path.startsWith("/") || path.length() > LONGEST_PATH || path.indexOf('\0') >= 0) {
            throw AppException.invalid("query.path", "Give an absolute path, such as /var.");
        }
        String folder = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        CommandResult result = hosts.of(server)
                .run(HostCommand.of("sh", "-c", LOOK, "sh", folder)
                        .withEnvironment(Map.of("LC_ALL", "C"))
                        .within(LIMIT));
        if (result.exitCode() == NOT_A_FOLDER) {
            throw AppException.invalid("query.path", "There is no folder " + folder + " that may be entered.");
        }
        Map<String, String> sections = CommandResult.sections(result.stdoutText());
        DiskSpace disk = DiskSpace.parse(sections.getOrDefault("df", "").strip())
                .orElseThrow(() -> new AppException(
                        PlatformError.UPSTREAM_FAILED,
                        server.name() + " did not say how full its disk is: it needs df and du."));
        String resolved = sections.getOrDefault("path", folder).stripTrailing();
        List<String> lines = sections.getOrDefault("du", "").lines().toList();
        long all = lines.stream()
                .filter(each -> each.endsWith("\t" + resolved))
                .map(DiskUsageReader::bytes)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(0L);
        boolean isPartial = lines.isEmpty() || lines.getFirst().endsWith(" partly");
        return new DiskUsage(
                resolved,
                disk.totalBytes(),
                disk.usedBytes(),
                disk.availableBytes(),
                all,
                DiskUsageReader.largest(resolved, lines),
                isPartial);
    }
}
