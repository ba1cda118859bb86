package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The file of the home that holds its private keys, readable by its owner alone. */
final class HomeKeyFile {

    static final String FILE = "vault-key.json";
    private static final String PROPOSED = "vault-key.json.joining";

    private final Home home;
    private final Clock clock;

    HomeKeyFile(Home home, Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * What lies in the file.
     *
     * @param publicKey as {@link HomeKeys#publicKey} gives it
     * @param signingKey likewise
     * @param keys what {@link HomeKeys#write} made; null under a passphrase
     * @param sealed the same under a passphrase; null without one
     */
    record Content(
            String publicKey,
            String signingKey,
            @Nullable String keys,
            @Nullable PassphraseSeal sealed) {

        static Content of(HomeKeys keys) {
            return new Content(keys.publicKey(), keys.signingKey(), keys.write(), null);
        }

        Content under(PassphraseSeal seal) {
            return new Content(publicKey, signingKey, null, seal);
        }

        /** What a seal belongs to. */
        String context() {
            return publicKey + "\n" + signingKey;
        }

        @Override
        public String toString() {
            return "Content[" + publicKey + "]";
        }
    }

    Path path() {
        return home.file(FILE);
    }

    /**
     * Null when there is no file.
     *
     * @throws AppException {@code state_invalid} when it is damaged
     */
    @Nullable
    Content read() {
        return read(FILE);
    }

    private @Nullable Content read(String name) {
        try {
            String text = home.readText(name);
            if (text == null) {
                return null;
            }
            Content content = Json.read(text, Content.class);
            if (content.publicKey() == null || content.signingKey() == null) {
                throw damaged(null);
            }
            return content;
        } catch (CharacterCodingException e) {
            throw damaged(e);
        } catch (UncheckedIOException e) {
            throw damaged(e);
        } catch (IOException e) {
            throw new UncheckedIOException("The keys of the home cannot be read", e);
        }
    }

    void write(Content content) {
        write(FILE, content);
    }

    /** Keeps the keys of a home that is about to join beside those that it has. */
    void propose(Content content) {
        write(PROPOSED, content);
    }

    private void write(String name, Content content) {
        try {
            home.writePrivately(name, Json.writePretty(content));
        } catch (IOException e) {
            throw new UncheckedIOException("The keys of the home cannot be written", e);
        }
    }

    /**
     * Puts the proposed keys into their place when they are those that the vault knows; what was there is kept under
     * another name. Nothing happens otherwise.
     *
     * @param publicKey that the vault knows of this home
     */
    void acceptProposed(String publicKey) {
        Content proposed = read(PROPOSED);
        if (proposed == null || !proposed.publicKey().equals(publicKey)) {
            return;
        }
        try {
            if (Files.exists(path())) {
                Files.move(path(), home.file(FILE + ".before-" + clock.millis()), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(home.file(PROPOSED), path(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("The keys of the home cannot be renamed", e);
        }
    }

    AppException damaged(@Nullable Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The file " + path() + " is damaged; without it no stored password can be opened. Put it back from a"
                        + " backup.",
                cause);
    }
}
