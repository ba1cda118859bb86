package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.CommandResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks through the server's own {@code psql}, over the socket and as the user that owns the cluster: no password is needed. */
record PsqlAccess(ClusterHost host, String directory, int port, String superuser) implements ClusterAccess {

    private static final Set<String> NOT_YET = Set.of(
            "No such file",
            "Connection refused",
            "the database system is ",
            // One that ends now; why, its log says.
            "server closed the connection unexpectedly",
            "terminating connection");
    private static final String ASK = "SELECT pg_catalog.pg_is_in_recovery(),"
            + " extract(epoch FROM pg_catalog.pg_last_xact_replay_timestamp()) * 1000000";

    @Override
    public Optional<ClusterState> ask() throws RestoreException {
        CommandResult result = host.host().run(host.command(argv()));
        if (!result.succeeded()) {
            String words = result.stderrText().strip();
            if (NOT_YET.stream().anyMatch(words::contains)) {
                return Optional.empty();
            }
            throw new RestoreException("The restored cluster does not answer: " + words);
        }
        String[] answer = result.stdoutText().strip().split("\\|", -1);
        return Optional.of(new ClusterState(answer[0].equals("t"), answer.length < 2 ? null : moment(answer[1])));
    }

    private List<String> argv() {
        List<String> argv = new ArrayList<>(List.of("env", "LC_ALL=C", host.programs() + "/psql", "-XAtw"));
        argv.addAll(List.of("-h", directory, "-p", Integer.toString(port), "-U", superuser));
        // Of each cluster; that of the connection may not be there yet at the target.
        argv.addAll(List.of("-d", "template1", "-c", ASK));
        return argv;
    }

    /** @param micros since 1970, with a fraction of nothing behind the point; empty for none */
    private static @Nullable Instant moment(String micros) {
        if (micros.isEmpty()) {
            return null;
        }
        int point = micros.indexOf('.');
        long whole = Long.parseLong(point < 0 ? micros : micros.substring(0, point));
        return Instant.ofEpochSecond(Math.floorDiv(whole, 1_000_000L), Math.floorMod(whole, 1_000_000L) * 1000);
    }
}
