package dev.wheelhouse.core.platform.host.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.sshd.client.future.DefaultOpenFuture;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelAsyncOutputStream;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.server.channel.AbstractServerChannel;
import org.jspecify.annotations.Nullable;

/** The server's end of a channel to one of its UNIX sockets; refuses as OpenSSH does, with one number for everything. */
final class ServedSocket extends AbstractServerChannel {

    private static final byte[] END = new byte[0];
    private static final long WRITE_LIMIT_MS = 60_000;

    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private @Nullable SocketChannel socket;

    private ServedSocket() {
        super("", List.of(), null);
    }

    /** Makes them by the name of the channel. */
    static final class Factory implements ChannelFactory {
        @Override
        public String getName() {
            return DirectSocketChannel.TYPE;
        }

        @Override
        public Channel createChannel(Session session) {
            return new ServedSocket();
        }
    }

    @Override
    protected OpenFuture doInit(Buffer buffer) {
        OpenFuture opening = new DefaultOpenFuture(this, this);
        try {
            SocketChannel connected = SocketChannel.open(UnixDomainSocketAddress.of(buffer.getString()));
            socket = connected;
            // Tells the client; nothing may be sent before.
            signalChannelOpenSuccess();
            opening.setOpened();
            Thread.ofVirtual().start(() -> send(connected));
            Thread.ofVirtual().start(() -> receive(connected));
        } catch (IOException e) {
            opening.setException(new SshChannelOpenException(
                    getChannelId(), SshConstants.SSH_OPEN_CONNECT_FAILED, "open failed", e));
            close(true);
        }
        return opening;
    }

    private void send(SocketChannel from) {
        ChannelAsyncOutputStream out = new ChannelAsyncOutputStream(this, SshConstants.SSH_MSG_CHANNEL_DATA);
        try (InputStream in = Channels.newInputStream(from)) {
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.writeBuffer(new ByteArrayBuffer(Arrays.copyOf(buffer, read)))
                        .verify(WRITE_LIMIT_MS);
            }
        } catch (IOException _) {
            // One of the two sides has gone.
        } finally {
            close(false);
        }
    }

    private void receive(SocketChannel to) {
        try {
            for (byte[] each = received.take(); each.length > 0; each = received.take()) {
                ByteBuffer bytes = ByteBuffer.wrap(each);
                while (bytes.hasRemaining()) {
                    to.write(bytes);
                }
                getLocalWindow().release(each.length);
            }
        } catch (IOException | InterruptedException _) {
            close(true);
        }
    }

    @Override
    protected void doWriteData(byte[] data, int off, long len) {
        byte[] copy = new byte[(int) len];
        System.arraycopy(data, off, copy, 0, copy.length);
        received.add(copy);
    }

    @Override
    protected void doWriteExtendedData(byte[] data, int off, long len) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void preClose() {
        received.add(END);
        SocketChannel connected = socket;
        if (connected != null) {
            try {
                connected.close();
            } catch (IOException _) {
                // It is of no use any more either way.
            }
        }
        super.preClose();
    }
}
