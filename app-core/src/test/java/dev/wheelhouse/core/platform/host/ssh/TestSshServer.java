package dev.wheelhouse.core.platform.host.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.server.session.ServerConnectionService;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.jspecify.annotations.Nullable;

/**
 * An SSH server of the tests on a loopback port: runs commands as {@code sshd} does, serves files, tunnels and UNIX sockets, and takes
 * the password {@code open sesame} and the keys it is told of, from the user {@code ada}.
 */
public final class TestSshServer implements AutoCloseable {

    public static final String USER = "ada";
    public static final String PASSWORD = "open sesame";

    private static final boolean HAS_SETSID = Files.isExecutable(Path.of("/usr/bin/setsid"));

    private final SshServer server = SshServer.setUpDefaultServer();
    private final Set<PublicKey> accepted = ConcurrentHashMap.newKeySet();
    private final Set<Process> processes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile List<KeyPair> hostKeys;

    public TestSshServer() {
        this(0, newKey("ssh-ed25519", 256));
    }

    /** @param port 0 for a free one */
    public TestSshServer(int port, KeyPair... hostKeys) {
        this.hostKeys = List.of(hostKeys);
        server.setHost("127.0.0.1");
        server.setPort(port);
        server.setKeyPairProvider(session -> this.hostKeys);
        server.setPasswordAuthenticator((user, password, _) -> user.equals(USER) && password.equals(PASSWORD));
        server.setPublickeyAuthenticator((user, key, _) ->
                user.equals(USER) && accepted.stream().anyMatch(each -> KeyUtils.compareKeys(each, key)));
        server.setCommandFactory((_, line) -> new ShellCommand(line));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder().build()));
        // Others take tenths of a second of a processor for each log-in; DebianSshdTest has them.
        server.setKeyExchangeFactories(ServerBuilder.setUpDefaultKeyExchanges(false).stream()
                .filter(each -> each.getName().equals("curve25519-sha256"))
                .toList());
        server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
        List<ChannelFactory> channels = new ArrayList<>(server.getChannelFactories());
        channels.add(new ServedSocket.Factory());
        server.setChannelFactories(channels);
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static KeyPair newKey(String type, int bits) {
        try {
            return KeyUtils.generateKeyPair(type, bits);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return server.getPort();
    }

    public void accept(PublicKey key) {
        accepted.add(key);
    }

    /** Shows these keys to whoever connects from now on. */
    public void showHostKeys(KeyPair... keys) {
        hostKeys = List.of(keys);
    }

    public HostKey hostKey() {
        return hostKey(hostKeys.getFirst());
    }

    public static HostKey hostKey(KeyPair pair) {
        String[] words = PublicKeyEntry.toString(pair.getPublic()).split(" ", 3);
        return new HostKey(words[0], words[1]);
    }

    public SshTarget target() {
        return target(port(), new SshCredentials.Password(PASSWORD));
    }

    public static SshTarget target(int port, SshCredentials credentials) {
        return new SshTarget("web-1", "127.0.0.1", port, USER, credentials);
    }

    /** Trust in the key that is shown now. */
    public HostTrust trust() {
        return HostTrust.inFingerprint(hostKey().fingerprint());
    }

    /** How many sessions are logged in. */
    public int sessions() {
        return server.getActiveSessions().size();
    }

    /** How many channels clients hold open. */
    public long channels() {
        return server.getActiveSessions().stream()
                .mapToLong(each -> each.getService(ServerConnectionService.class)
                        .getChannels()
                        .size())
                .sum();
    }

    /** How many commands it has begun. */
    public int begun() {
        return begun.get();
    }

    /** How many of them run. */
    public int running() {
        return processes.size();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        try {
            server.close(true);
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the line in a log-in shell, as the leader of a process group of its own. */
    private final class ShellCommand implements Command {

        private final String line;
        private InputStream in = InputStream.nullInputStream();
        private OutputStream out = OutputStream.nullOutputStream();
        private OutputStream err = OutputStream.nullOutputStream();
        private ExitCallback exit = (_, _, _) -> {};
        private volatile @Nullable Process process;

        ShellCommand(String line) {
            this.line = line;
        }

        @Override
        public void setInputStream(InputStream stream) {
            in = stream;
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            exit = callback;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) throws IOException {
            List<String> argv = new ArrayList<>(HAS_SETSID ? List.of("/usr/bin/setsid") : List.of());
            argv.addAll(List.of("/bin/sh", "-c", line));
            Process started = new ProcessBuilder(argv).start();
            process = started;
            processes.add(started);
            begun.incrementAndGet();
            Thread.ofVirtual().start(() -> copy(in, started.getOutputStream(), true));
            Thread outputs = Thread.ofVirtual().start(() -> copy(started.getInputStream(), out, false));
            Thread errors = Thread.ofVirtual().start(() -> copy(started.getErrorStream(), err, false));
            Thread.ofVirtual().start(() -> await(started, outputs, errors));
        }

        private void await(Process started, Thread outputs, Thread errors) {
            try {
                int code = started.waitFor();
                outputs.join();
                errors.join();
                exit.onExit(code);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                processes.remove(started);
            }
        }

        @Override
        public void destroy(ChannelSession channel) {
            // As sshd: the process goes on and finds its input at the end.
            Process started = process;
            if (started != null) {
                try {
                    started.getOutputStream().close();
                } catch (IOException _) {
                    // It has ended.
                }
            }
        }

        private static void copy(InputStream from, OutputStream to, boolean close) {
            byte[] buffer = new byte[8192];
            try {
                for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                    to.write(buffer, 0, read);
                    to.flush();
                }
                if (close) {
                    to.close();
                }
            } catch (IOException _) {
                // One of the two sides has gone.
            }
        }
    }
}
