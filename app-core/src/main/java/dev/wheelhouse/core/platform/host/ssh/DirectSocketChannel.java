package dev.wheelhouse.core.platform.host.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.sshd.client.channel.AsyncCapableClientChannel;
import org.apache.sshd.client.future.DefaultOpenFuture;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;

/** A channel to a UNIX socket of the server (OpenSSH's PROTOCOL, section 2.4), which the library has no class for. */
final class DirectSocketChannel extends AsyncCapableClientChannel {

    static final String TYPE = "direct-streamlocal@openssh.com";

    /** The names, numbers and lengths of an opening message besides its two texts. */
    private static final int FIXED_BYTES = 64;

    private final String path;

    DirectSocketChannel(String path) {
        super(TYPE, false);
        this.path = path;
    }

    @Override
    public synchronized OpenFuture open() throws IOException {
        if (closeFuture.isClosed()) {
            throw new SshException("The session was closed");
        }
        openFuture = new DefaultOpenFuture(path, futureLock);
        byte[] target = path.getBytes(StandardCharsets.UTF_8);
        Session session = getSession();
        Buffer message =
                session.createBuffer(SshConstants.SSH_MSG_CHANNEL_OPEN, TYPE.length() + target.length + FIXED_BYTES);
        message.putString(TYPE);
        message.putUInt(getChannelId());
        message.putUInt(getLocalWindow().getSize());
        message.putUInt(getLocalWindow().getPacketSize());
        message.putBytes(target);
        message.putString("");
        message.putUInt(0);
        writePacket(message);
        return openFuture;
    }

    /** Ends the reading here: OpenSSH signals the end of a socket's data alone, and closes the channel after this side has. */
    @Override
    public void handleEof() throws IOException {
        super.handleEof();
        OutputStream received = out;
        if (received != null) {
            received.close();
        }
    }
}
