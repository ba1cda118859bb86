package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The servers' keys that people have trusted, in the home's file {@code known-hosts}. It has OpenSSH's form with the
 * server's id as host ({@code sshd(8)}, SSH_KNOWN_HOSTS FILE FORMAT), so that {@code ssh -o UserKnownHostsFile=… -o
 * HostKeyAlias=srv_…} reads it; lines that are none of ours stay. Thread-safe.
 */
public final class KnownHosts {

    private static final String FILE = "known-hosts";

    private final Home home;

    public KnownHosts(Home home) {
        this.home = home;
    }

    /** What is known of a server, read anew at every question. */
    public HostTrust of(String serverId) {
        return new HostTrust() {
            @Override
            public Verdict judge(HostKey shown) {
                List<HostKey> known = keysOf(serverId);
                if (known.isEmpty()) {
                    return Verdict.UNKNOWN;
                }
                return known.contains(shown) ? Verdict.TRUSTED : Verdict.CHANGED;
            }

            @Override
            public List<String> knownTypes() {
                return keysOf(serverId).stream().map(HostKey::type).toList();
            }
        };
    }

    public synchronized List<HostKey> keysOf(String serverId) {
        return lines().stream()
                .map(line -> parse(line, serverId))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Trusts this key of the server from now on, and no other. */
    public synchronized void trust(String serverId, HostKey key) {
        replace(serverId, List.of(serverId + " " + key.type() + " " + key.base64()));
    }

    /** Forgets what is known of a server. */
    public synchronized void forget(String serverId) {
        if (!keysOf(serverId).isEmpty()) {
            replace(serverId, List.of());
        }
    }

    private void replace(String serverId, List<String> added) {
        Predicate<String> isOfServer = line -> parse(line, serverId).isPresent();
        List<String> kept =
                new ArrayList<>(lines().stream().filter(isOfServer.negate()).toList());
        kept.addAll(added);
        try {
            home.writePrivately(FILE, String.join("\n", kept) + (kept.isEmpty() ? "" : "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException("The known hosts cannot be written", e);
        }
    }

    private List<String> lines() {
        try {
            String text = home.readText(FILE);
            return text == null ? List.of() : text.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The known hosts cannot be read", e);
        }
    }

    private static Optional<HostKey> parse(String line, String serverId) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length < 3 || !words[0].equals(serverId)) {
            return Optional.empty();
        }
        try {
            Base64.getDecoder().decode(words[2]);
            return Optional.of(new HostKey(words[1], words[2]));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
