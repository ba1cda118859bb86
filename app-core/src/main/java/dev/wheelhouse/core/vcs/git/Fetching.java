package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdRef;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.PackLock;
import org.eclipse.jgit.transport.Transport;
import org.jspecify.annotations.Nullable;

/** Gets one commit into a cached repository. */
final class Fetching {

    private Fetching() {}

    /**
     * @throws IOException when what is there afterwards is not whole, for which what was there before may be the reason
     * @throws AppException for anything that the server or the way to it is the reason of
     */
    static void fetch(
            GitTransports transports, CachedRepository cached, GitRemote remote, ObjectId commit, FetchMeter meter)
            throws IOException {
        GitLimits limits = transports.limits();
        try (GitTransports.Open open =
                transports.open(cached.git(), remote, limits.fetch(), limits.fetchBytes(), meter::received)) {
            Repository sameMachine = open.remote();
            if (sameMachine != null && !sameMachine.getObjectDatabase().has(commit)) {
                throw unknown(remote, commit, null);
            }
            Transport transport = open.transport();
            transport.setDepth(1);
            receive(transport, commit);
        } catch (TransportException e) {
            if (GitFailures.isUnknownCommit(e)) {
                throw unknown(remote, commit, e);
            }
            AppException ours = GitFailures.find(e, AppException.class);
            if (ours != null) {
                throw ours;
            }
            throw e;
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw GitFailures.cancelled(remote);
        }
        cached.keep(commit);
    }

    private static AppException unknown(GitRemote remote, ObjectId commit, @Nullable Exception cause) {
        return new AppException(
                GitError.REF_UNKNOWN,
                remote.shown() + " has no commit " + commit.name() + ", or does not give it out.",
                cause);
    }

    private static void receive(Transport transport, ObjectId commit) throws IOException {
        // By protocol 2 only what is named here is listed; a commit is asked for by its id.
        try (FetchConnection connection = transport.openFetch(List.of(), Constants.HEAD)) {
            Ref wanted = new ObjectIdRef.Unpeeled(Ref.Storage.NETWORK, commit.name(), commit);
            try {
                connection.fetch(new Interruptible(), List.of(wanted), Set.of());
            } finally {
                for (PackLock each : connection.getPackLocks()) {
                    each.unlock();
                }
            }
        }
    }

    /** Ends JGit's own work too, between two objects. */
    private static final class Interruptible extends EmptyProgressMonitor {

        @Override
        public boolean isCancelled() {
            return Thread.currentThread().isInterrupted();
        }
    }
}
