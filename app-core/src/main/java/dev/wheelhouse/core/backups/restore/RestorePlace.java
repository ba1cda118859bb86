package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.dump.RunningServers;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.DiskSpace;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is restored to, looked at before a byte is written.
 *
 * @param host with the programs and the user that fit
 * @param login as whom the console is there
 * @param directory absolute; it does not exist or is empty, and nothing has the names {@link #spool} and
 *     {@link #tablespaces}
 */
record RestorePlace(ClusterHost host, String login, String directory) {

    /** With {@code /.s.PGSQL.65535} behind it, it has to fit into a socket's address (unix(7), {@code sun_path}). */
    static final int LONGEST_DIRECTORY = 90;

    /**
     * What has to fit.
     *
     * @param majorVersion of the base, such as 15
     * @param machine of the source as {@code uname -m} names it, such as {@code x86_64}
     * @param bytes that the unpacked base takes, and what is to be free beside it
     * @param source the data directory of the source, which may lie elsewhere; empty when unknown
     */
    record Needs(int majorVersion, String machine, long bytes, String source) {}

    private static final String LOOK = RunningServers.FUNCTION + """
            echo "wheelhouse:console $(id -un)"
            echo "wheelhouse:machine $(uname -m)"
            {
              printf '%s\\n' "/usr/lib/postgresql/$2/bin" "/usr/pgsql-$2/bin" "/usr/lib/postgresql$2/bin" \
                "/opt/homebrew/opt/postgresql@$2/bin" "/usr/local/opt/postgresql@$2/bin" /usr/local/pgsql/bin \
                "$(pg_config --bindir 2> /dev/null)" "$3"
              running_servers
            } | while IFS= read -r each; do
              case "$("$each/postgres" -V 2> /dev/null)" in *" $2."* | *" $2" | *" $2"[a-z]*) echo "wheelhouse:programs $each"; break ;; esac
            done
            directory=$1
            if [ -e "$1" ]; then
              [ -d "$1" ] || echo "wheelhouse:taken"
              [ -z "$(ls -A "$1" 2> /dev/null)" ] || echo "wheelhouse:taken"
            fi
            for each in "$6" "$7"; do
              if [ -e "$each" ] || [ -L "$each" ]; then echo "wheelhouse:beside $each"; fi
            done
            while [ ! -d "$directory" ]; do directory=$(dirname "$directory"); done
            usable() { case "$(id -u "$1" 2> /dev/null)" in '' | 0) return 1 ;; esac; }
            first() { for user; do usable "$user" && echo "$user" && break; done; }
            owner() { ls -ldL "$1" 2> /dev/null | awk '{print $3}'; }
            [ -z "$5" ] || usable "$5" || echo "wheelhouse:unusable"
            echo "wheelhouse:user $(first "$(owner "$4")" "$(owner "$directory")" postgres)"
            echo "wheelhouse:free $(df -Pk "$directory" | sed -n 2p)"
            while :; do
              [ ! -e "$directory/PG_VERSION" ] || echo "wheelhouse:cluster $directory"
              [ "$directory" != / ] || break
              directory=$(dirname "$directory")
            done
            """;

    /** What the user may not write: the directory, which has to be its own, or what it and others beside it are made in. */
    private static final String WRITABLE = """
            if [ -d "$1" ] && [ -z "$(find "$1" -prune -user "$(id -u)" 2> /dev/null)" ]; then echo "$1"; exit; fi
            there=$(dirname "$1")
            while [ ! -d "$there" ]; do there=$(dirname "$there"); done
            { [ -w "$there" ] && [ -x "$there" ]; } || echo "$there"
            """;

    /**
     * @param user as whom the cluster shall run; null where the console is root for the first of these that is not: the
     *     owner of the source's data directory, that of the directory's nearest parent, {@code postgres}; null for the
     *     console's own else
     * @param programs a directory to look in beside the usual ones; may be empty
     * @throws RestoreException what does not fit and what to do
     */
    static RestorePlace find(Host host, String directory, Needs needs, @Nullable String user, String programs)
            throws RestoreException {
        List<String> names = List.of(directory.split("/"));
        if (!directory.startsWith("/") || directory.endsWith("/") || names.contains("..") || names.contains(".")) {
            // What lies beside it is named after it.
            throw new RestoreException("Give an absolute directory without \".\", \"..\" or a slash at its end.");
        }
        if (directory.getBytes(StandardCharsets.UTF_8).length > LONGEST_DIRECTORY) {
            throw new RestoreException("Choose a directory whose path has at most " + LONGEST_DIRECTORY
                    + " bytes: the server's socket lies in it, and longer ones cannot be opened.");
        }
        Map<String, String> found = look(
                HostCommand.of(
                        "sh",
                        "-c",
                        LOOK,
                        "sh",
                        directory,
                        Integer.toString(needs.majorVersion()),
                        programs,
                        needs.source(),
                        user == null ? "" : user,
                        spool(directory),
                        tablespaces(directory)),
                host);
        refuse(directory, needs, found);
        return new RestorePlace(
                new ClusterHost(host, userOf(found, user), value(found, "programs")),
                value(found, "console"),
                directory);
    }

    /** @throws RestoreException where the cluster's user may not make what a restore makes */
    void requireWritable() throws RestoreException {
        String unwritable = host.shell(
                        "Looking whether " + directory + " can be made", WRITABLE, CommandInput.NONE, directory)
                .strip();
        if (!unwritable.isEmpty()) {
            throw new RestoreException(Objects.requireNonNullElse(host.user(), login) + " may not write to "
                    + unwritable + ". Change its owner (chown), or choose another directory.");
        }
    }

    private static Map<String, String> look(HostCommand command, Host host) throws RestoreException {
        try {
            return CommandResult.sections(host.run(command).stdoutText());
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CANCELLED) {
                throw e;
            }
            // One that does not answer is none to restore on.
            throw new RestoreException(String.valueOf(e.getMessage()));
        }
    }

    /** Beside the directory, for as long as WAL is fed. */
    String spool() {
        return spool(directory);
    }

    /** Beside the directory, where the cluster has tablespaces. */
    String tablespaces() {
        return tablespaces(directory);
    }

    static String spool(String directory) {
        return directory + ".wal";
    }

    static String tablespaces(String directory) {
        return directory + "_tablespaces";
    }

    private static void refuse(String directory, Needs needs, Map<String, String> found) throws RestoreException {
        if (found.containsKey("taken")) {
            throw new RestoreException(directory + " is not empty. Choose one that is, or that does not exist yet.");
        }
        if (found.containsKey("beside")) {
            throw new RestoreException(value(found, "beside") + " exists, and a restore into " + directory
                    + " takes that name too. Choose another directory.");
        }
        if (found.containsKey("cluster")) {
            throw new RestoreException(
                    directory + " lies in the cluster " + value(found, "cluster") + ". Choose another directory.");
        }
        if (!machine(value(found, "machine")).equals(needs.machine())) {
            throw new RestoreException("The base is of a machine of the kind " + needs.machine()
                    + ", the one to restore on is " + value(found, "machine")
                    + ": the files of a cluster do not fit both.");
        }
        if (value(found, "programs").isEmpty()) {
            throw new RestoreException(
                    "PostgreSQL " + needs.majorVersion()
                            + " is not installed on the machine to restore on. Install its server there, or choose one that has it.");
        }
        DiskSpace disk = DiskSpace.parse(value(found, "free")).orElse(null);
        if (disk != null && disk.availableBytes() < needs.bytes()) {
            throw new RestoreException("%s has %,d MiB free, and %,d MiB are needed."
                    .formatted(directory, disk.availableBytes() >> 20, needs.bytes() >> 20));
        }
    }

    /** Apple names it otherwise than Linux, and the base. */
    private static String machine(String name) {
        return name.equals("arm64") ? "aarch64" : name;
    }

    private static @Nullable String userOf(Map<String, String> found, @Nullable String user) throws RestoreException {
        String console = value(found, "console");
        if (!console.equals("root")) {
            if (user != null && !user.equals(console)) {
                throw new RestoreException(
                        "runAs: the console is " + console + " there and can start nothing as " + user + ".");
            }
            return null;
        }
        if (user != null && found.containsKey("unusable")) {
            throw new RestoreException("runAs: " + user
                    + " is no user of this machine, or root, as whom PostgreSQL does not run. Name another one.");
        }
        String chosen = user == null ? value(found, "user") : user;
        if (chosen.isEmpty()) {
            throw new RestoreException(
                    "PostgreSQL does not run as root. Name in runAs the user as whom the cluster shall run.");
        }
        return chosen;
    }

    private static String value(Map<String, String> found, String name) {
        return found.getOrDefault(name, "").strip();
    }
}
