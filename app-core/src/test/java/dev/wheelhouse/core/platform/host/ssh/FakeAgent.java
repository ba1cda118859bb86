package dev.wheelhouse.core.platform.host.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.agent.common.AbstractAgentClient;
import org.apache.sshd.agent.local.AgentImpl;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** An SSH agent with one key, on a Unix socket. */
final class FakeAgent implements AutoCloseable {

    private final ServerSocketChannel listener;
    private final AgentImpl keys = new AgentImpl();
    private final AtomicInteger requests = new AtomicInteger();

    FakeAgent(Path socket, KeyPair pair) throws IOException {
        keys.addIdentity(pair, "test");
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().start(this::accept);
    }

    int requests() {
        return requests.get();
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                Thread.ofVirtual().start(() -> serve(channel));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(SocketChannel opened) {
        try (SocketChannel channel = opened) {
            Conversation conversation = new Conversation(keys, channel);
            ByteBuffer piece = ByteBuffer.allocate(4096);
            while (channel.read(piece) >= 0) {
                piece.flip();
                byte[] bytes = new byte[piece.remaining()];
                piece.get(bytes);
                piece.clear();
                requests.incrementAndGet();
                conversation.messageReceived(new ByteArrayBuffer(bytes));
            }
        } catch (IOException _) {
            // The other side has gone.
        }
    }

    private static final class Conversation extends AbstractAgentClient {

        private final SocketChannel channel;

        Conversation(AgentImpl agent, SocketChannel channel) {
            super(agent);
            this.channel = channel;
        }

        @Override
        protected void reply(Buffer answer) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(answer.array(), answer.rpos(), answer.available());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            keys.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
