package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.password.PasswordIdentityProvider;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.future.AuthFuture;
import org.apache.sshd.client.future.ConnectFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.cipher.Cipher;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.session.helpers.MissingAttachedSessionException;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;

/**
 * The SSH library, set up so that it reads no files of the user, trusts no key by itself and waits for nothing without
 * an end. Thread-safe.
 */
final class SshLibrary implements AutoCloseable {

    private static final AttributeRepository.AttributeKey<LoginAttempt> ATTEMPT =
            new AttributeRepository.AttributeKey<>();
    private static final int UNANSWERED_KEEP_ALIVES = 3;
    private static final int IO_THREADS = 2;

    private final SshClient client;
    private final SshTimeouts timeouts;
    private final Optional<Path> agentSocket;

    private SshLibrary(SshClient client, SshTimeouts timeouts, Optional<Path> agentSocket) {
        this.client = client;
        this.timeouts = timeouts;
        this.agentSocket = agentSocket;
    }

    static SshLibrary start(SshTimeouts timeouts, Workers workers, Optional<Path> agentSocket) {
        SshClient client = SshClient.setUpDefaultClient();
        client.setNioWorkers(IO_THREADS);
        preferCiphersOfTheProcessor(client);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setPasswordIdentityProvider(PasswordIdentityProvider.EMPTY_PASSWORDS_PROVIDER);
        client.setFilePasswordProvider(FilePasswordProvider.EMPTY);
        client.setServerKeyVerifier((session, _, key) -> attempt(session).shows(hostKey(key)));
        client.setAgentFactory(new AgentOfSession(
                session -> attempt((ClientSession) session).target().credentials() instanceof SshCredentials.Agent
                        ? agentSocket
                        : Optional.empty(),
                workers,
                timeouts.login()));
        client.addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                preferKnownKeys((ClientSession) session);
            }
        });
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.AUTH_TIMEOUT.set(client, timeouts.login());
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, timeouts.keepAlive());
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, UNANSWERED_KEEP_ALIVES);
        CoreModuleProperties.CHANNEL_OPEN_TIMEOUT.set(client, timeouts.request());
        client.start();
        return new SshLibrary(client, timeouts, agentSocket);
    }

    /**
     * AES in Galois mode runs on instructions of the processor and took three times the bytes a second of ChaCha20, which
     * the library puts first.
     */
    private static void preferCiphersOfTheProcessor(SshClient client) {
        List<NamedFactory<Cipher>> ciphers = new ArrayList<>(client.getCipherFactories());
        ciphers.sort(Comparator.comparing(each -> !each.getName().contains("-gcm")));
        client.setCipherFactories(ciphers);
    }

    private static LoginAttempt attempt(ClientSession session) {
        LoginAttempt attempt = session.getConnectionContext().getAttribute(ATTEMPT);
        if (attempt == null) {
            throw new IllegalStateException("A session that nobody asked for");
        }
        return attempt;
    }

    private static HostKey hostKey(PublicKey key) {
        String[] words = PublicKeyEntry.toString(key).split(" ", 3);
        return new HostKey(words[0], words[1]);
    }

    /** A server with several keys shows the first that both sides like: ask for the one that is known. */
    private static void preferKnownKeys(ClientSession session) {
        List<String> known = attempt(session).trust().knownTypes();
        if (known.isEmpty()) {
            return;
        }
        List<NamedFactory<Signature>> signatures = new ArrayList<>(session.getSignatureFactories());
        signatures.sort(Comparator.comparing(each -> !known.contains(keyType(each.getName()))));
        session.setSignatureFactories(signatures);
    }

    /** RSA keys sign under three names (RFC 8332 section 3). */
    private static String keyType(String signature) {
        return signature.startsWith("rsa-sha2-") ? "ssh-rsa" : signature;
    }

    /**
     * Connects and logs in.
     *
     * @throws AppException as {@link dev.wheelhouse.core.platform.host.Host} says
     */
    ClientSession logIn(SshTarget target, HostTrust trust) {
        if (target.credentials() instanceof SshCredentials.Agent && agentSocket.isEmpty()) {
            throw SshFailures.noAgent(null);
        }
        LoginAttempt attempt = new LoginAttempt(target, trust);
        ClientSession session = connect(attempt);
        try {
            switch (target.credentials()) {
                case SshCredentials.Password password -> session.addPasswordIdentity(password.password());
                case SshCredentials.PrivateKey key -> session.addPublicKeyIdentity(PrivateKeys.read(key));
                case SshCredentials.Agent _ -> {}
            }
            authenticate(session, attempt);
            return session;
        } catch (RuntimeException e) {
            session.close(true);
            throw e;
        }
    }

    HostKey keyOf(SshTarget target) {
        LoginAttempt attempt = new LoginAttempt(target, HostTrust.inNothing());
        ClientSession session = connect(attempt);
        try {
            authenticate(session, attempt);
            throw SshFailures.notSsh(target, null);
        } catch (AppException e) {
            HostKey shown = attempt.shown();
            if (shown != null) {
                return shown;
            }
            throw e;
        } finally {
            session.close(true);
        }
    }

    private ClientSession connect(LoginAttempt attempt) {
        SshTarget target = attempt.target();
        try {
            ConnectFuture connecting = client.connect(
                    target.user(),
                    target.host(),
                    target.port(),
                    AttributeRepository.ofKeyValuePair(ATTEMPT, attempt),
                    null);
            if (!connecting.await(timeouts.connect())) {
                connecting.cancel();
                throw SshFailures.noAnswer(target, timeouts.connect());
            }
            if (!connecting.isConnected()) {
                Throwable cause = connecting.getException();
                // What takes a connection and ends it at once may be gone before the library has a session for it.
                throw SshFailures.has(cause, MissingAttachedSessionException.class::isInstance)
                        ? SshFailures.notSsh(target, cause)
                        : SshFailures.notReached(target, cause);
            }
            return connecting.getSession();
        } catch (InterruptedIOException e) {
            throw SshFailures.cancelled(target, e);
        } catch (IOException | UnresolvedAddressException e) {
            throw SshFailures.notReached(target, e);
        }
    }

    private void authenticate(ClientSession session, LoginAttempt attempt) {
        SshTarget target = attempt.target();
        try {
            AuthFuture authenticating = session.auth();
            boolean done = authenticating.await(timeouts.login());
            AppException refusal = attempt.refusal();
            if (refusal != null) {
                throw refusal;
            }
            if (!done) {
                throw SshFailures.silent(target, session.getServerVersion() != null, timeouts.login());
            }
            if (!authenticating.isSuccess()) {
                throw whyNot(session, attempt, authenticating.getException());
            }
        } catch (InterruptedIOException e) {
            throw SshFailures.cancelled(target, e);
        } catch (IOException | IllegalStateException e) {
            // The library throws the second when the session broke a moment ago.
            AppException refusal = attempt.refusal();
            throw refusal != null ? refusal : whyNot(session, attempt, e);
        }
    }

    private static AppException whyNot(ClientSession session, LoginAttempt attempt, @Nullable Throwable cause) {
        boolean keysExchanged = attempt.shown() != null;
        return keysExchanged && session.getServerVersion() != null
                ? SshFailures.refused(attempt.target())
                : SshFailures.notSsh(attempt.target(), cause);
    }

    @Override
    public void close() {
        client.close(true);
    }
}
