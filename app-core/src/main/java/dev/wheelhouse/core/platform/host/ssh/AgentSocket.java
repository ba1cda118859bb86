package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** A conversation with an SSH agent over its Unix socket (draft-miller-ssh-agent). */
final class AgentSocket extends AbstractAgentProxy {

    /** As OpenSSH's own bound for a message of its agent. */
    private static final int LONGEST_ANSWER = 256 << 10;

    private final SocketChannel channel;
    private final Workers workers;
    private final Duration limit;

    private AgentSocket(SocketChannel channel, Workers workers, Duration limit) {
        super(null);
        this.channel = channel;
        this.workers = workers;
        this.limit = limit;
    }

    /** @param limit for one answer, in which a person may have to confirm */
    static AgentSocket connect(Path socket, Workers workers, Duration limit) throws IOException {
        return new AgentSocket(SocketChannel.open(UnixDomainSocketAddress.of(socket)), workers, limit);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    protected synchronized Buffer request(Buffer buffer) throws IOException {
        Future<?> alarm = workers.after(limit, this::closeQuietly);
        try {
            ByteBuffer question = ByteBuffer.wrap(buffer.array(), buffer.rpos(), buffer.available());
            while (question.hasRemaining()) {
                channel.write(question);
            }
            int length = read(Integer.BYTES).getInt();
            if (length < 1 || length > LONGEST_ANSWER) {
                throw new IOException("The SSH agent answered with " + length + " bytes");
            }
            return new ByteArrayBuffer(read(length).array());
        } finally {
            alarm.cancel(false);
        }
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(length);
        while (answer.hasRemaining()) {
            if (channel.read(answer) < 0) {
                throw new EOFException("The SSH agent ended the conversation");
            }
        }
        return answer.flip();
    }

    private void closeQuietly() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is of no use any more either way.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        super.close();
    }
}
