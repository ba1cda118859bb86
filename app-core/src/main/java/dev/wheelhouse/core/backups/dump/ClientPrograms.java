package dev.wheelhouse.core.backups.dump;

import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's client programs of one release, on some machine: known from {@code -V} (pg_dump(1), pg_restore(1)), and by how they
 * refuse {@code -Z zstd:1}, which a build without it does before it connects. Seen with 13.16 to 18.6 and 19rc1.
 *
 * @param directory that they lie in
 * @param dump the release of {@code pg_dump}
 * @param restore the release of {@code pg_restore}; null where there is none
 * @param packsWithZstd whether {@code pg_dump} knows {@code --compress=zstd}
 * @param authorities a file with the certificates that the machine trusts; empty where none was found
 */
public record ClientPrograms(
        String directory,
        PostgresRelease dump,
        @Nullable PostgresRelease restore,
        boolean packsWithZstd,
        String authorities) {

    /** A build without a compression says so before it connects to anything. */
    private static final String LOOK = RunningServers.FUNCTION + """
            LC_ALL=C; export LC_ALL
            for each in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem \
              /etc/ssl/cert.pem; do
              if [ -r "$each" ]; then echo "wheelhouse:authorities $each"; break; fi
            done
            on_path=$(command -v pg_dump 2> /dev/null) && on_path=$(dirname "$on_path")
            echo "wheelhouse:programs"
            {
              printf '%s\\n' /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/lib/postgresql[0-9]*/bin \
                /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin /opt/homebrew/opt/libpq/bin \
                /usr/local/opt/libpq/bin /usr/local/pgsql/bin "$(pg_config --bindir 2> /dev/null)" "$on_path"
              running_servers
            } | while IFS= read -r each; do
              [ -n "$each" ] && dump=$("$each/pg_dump" -V 2> /dev/null) || continue
              restore=$("$each/pg_restore" -V 2> /dev/null)
              case "$("$each/pg_dump" -Fc -Z zstd:1 -f /dev/null -w -h /nonexistent -d none 2>&1 < /dev/null)" in
                *compress*) zstd= ;;
                *) zstd=zstd ;;
              esac
              printf '%s|%s|%s|%s\\n' "$each" "$dump" "$restore" "$zstd"
            done
            """;

    /**
     * Those of a machine, in the usual directories and in those of {@link RunningServers}.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link Host#run(HostCommand)}
     */
    public static List<ClientPrograms> find(Host host) {
        return parse(host.run(HostCommand.of("sh", "-c", LOOK)).stdoutText());
    }

    static List<ClientPrograms> parse(String output) {
        Map<String, String> sections = CommandResult.sections(output);
        String authorities = sections.getOrDefault("authorities", "").strip();
        List<ClientPrograms> found = new ArrayList<>();
        for (String line : sections.getOrDefault("programs", "").split("\n", -1)) {
            String[] words = line.split("\\|", -1);
            if (words.length == 4) {
                PostgresRelease.parse(words[1])
                        .ifPresent(dump -> found.add(new ClientPrograms(
                                words[0],
                                dump,
                                PostgresRelease.parse(words[2]).orElse(null),
                                !words[3].isEmpty(),
                                authorities)));
            }
        }
        return List.copyOf(found);
    }

    /**
     * The ones for a server: of its own major version, or of the next one that is there. Those of an older one refuse it,
     * and what those of a newer one write, an older server may not take back.
     */
    public static Optional<ClientPrograms> fitting(List<ClientPrograms> found, int majorVersion) {
        return found.stream()
                .filter(each -> each.dump().major() >= majorVersion)
                .min(Comparator.comparingInt(each -> each.dump().major()));
    }
}
