package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.local.AgentImpl;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;

/** Gives a session the agent if it shall ask one, and an empty one if not. An agent is never forwarded. */
record AgentOfSession(Function<Session, Optional<Path>> socketOf, Workers workers, Duration limit)
        implements SshAgentFactory {

    @Override
    public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
        return List.of();
    }

    @Override
    public SshAgent createClient(Session session, FactoryManager manager) throws IOException {
        Optional<Path> socket = socketOf.apply(session);
        if (socket.isEmpty()) {
            return new AgentImpl();
        }
        try {
            return AgentSocket.connect(socket.get(), workers, limit);
        } catch (IOException _) {
            // A socket that nobody listens to any more: the log-in fails for want of keys, and says so.
            return new AgentImpl();
        }
    }

    @Override
    public SshAgentServer createServer(ConnectionService service) throws IOException {
        throw new IOException("Agents are not forwarded");
    }
}
