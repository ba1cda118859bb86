package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.host.HostConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.common.session.ConnectionService;
import org.jspecify.annotations.Nullable;

/** A UNIX socket of a server: one channel of its session. */
final class SshConnection implements HostConnection {

    private final DirectSocketChannel channel;

    private SshConnection(DirectSocketChannel channel) {
        this.channel = channel;
    }

    /** The server did not open the channel; its reason rarely says why. */
    static final class RefusedException extends Exception {

        private final int reason;

        private RefusedException(SshChannelOpenException cause) {
            super(cause);
            reason = cause.getReasonCode();
        }

        /** As RFC 4254 section 5.1 numbers them. */
        int reason() {
            return reason;
        }
    }

    static SshConnection open(SshLink link, String path, Duration limit) throws RefusedException {
        SshTarget target = link.target();
        String what = "the socket " + path;
        ClientSession session = link.session();
        DirectSocketChannel channel = new DirectSocketChannel(path);
        try {
            session.getService(ConnectionService.class).registerChannel(channel);
            OpenFuture opening = channel.open();
            if (!opening.await(limit)) {
                channel.close(true);
                throw SshFailures.requestTimedOut(target, what, limit);
            }
            if (opening.isOpened()) {
                return new SshConnection(channel);
            }
            SshChannelOpenException refusal = refusal(opening.getException());
            if (refusal == null) {
                throw SshFailures.lost(target, " while it was asked for " + what, opening.getException());
            }
            throw new RefusedException(refusal);
        } catch (InterruptedIOException e) {
            channel.close(true);
            throw SshFailures.cancelled(target, e);
        } catch (IOException | IllegalStateException e) {
            // The library throws the second when the session broke a moment ago.
            throw SshFailures.lost(target, " while it was asked for " + what, e);
        }
    }

    private static @Nullable SshChannelOpenException refusal(@Nullable Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof SshChannelOpenException refusal) {
                return refusal;
            }
        }
        return null;
    }

    @Override
    public InputStream input() {
        return channel.getInvertedOut();
    }

    @Override
    public OutputStream output() {
        return channel.getInvertedIn();
    }

    /** Tells the server, which the library's immediate closing does not: the socket's other side would wait for ever. */
    @Override
    public void close() {
        channel.close(false);
    }
}
