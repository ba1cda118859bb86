package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a repository is and how to get in.
 *
 * @param url {@code https}, {@code http} or {@code file}, without user, query and fragment
 * @param username null for {@code git}, which the providers take beside a token
 * @param secret a password or token; null for a repository that everybody may read
 * @param plainHttp whether it and its submodules may be read without TLS
 */
public record GitRemote(
        URI url, @Nullable String username, @Nullable String secret, boolean plainHttp) {

    private static final String USUAL_NAME = "git";

    public GitRemote {
        if (!isHttp(url) && !"file".equals(url.getScheme())) {
            throw new IllegalArgumentException("A repository is read over http(s) or from a directory");
        }
        if (username != null && username.indexOf(':') >= 0) {
            throw new IllegalArgumentException("A user's name has no colon (RFC 7617 section 2)");
        }
    }

    /**
     * Reads an address as people give it.
     *
     * @param field that it comes from, for the message
     * @param plainHttp whether {@code http} is allowed
     * @param local whether a directory of this machine is
     * @throws AppException {@code validation_failed} on the field, saying what to give
     */
    public static GitRemote parse(String field, String text, boolean plainHttp, boolean local) {
        String address = text.strip();
        if (address.startsWith("/") || address.startsWith("file:")) {
            if (!local) {
                throw AppException.invalid(
                        field, "Give an https address; directories of this machine are not allowed here.");
            }
            return new GitRemote(directory(field, address), null, null, plainHttp);
        }
        if (!address.toLowerCase(Locale.ROOT).matches("https?://.*")) {
            throw AppException.invalid(
                    field, "Give the repository's https address, such as https://git.example/team/shop.git.");
        }
        URI url = OutgoingTargets.parse(field, address);
        if (!plainHttp && "http".equals(url.getScheme())) {
            throw AppException.invalid(field, "Use https: over http everybody on the way reads the token.");
        }
        return new GitRemote(url, null, null, plainHttp);
    }

    private static URI directory(String field, String address) {
        try {
            Path path = address.startsWith("/") ? Path.of(address) : Path.of(URI.create(address));
            if (path.isAbsolute()) {
                return path.normalize().toUri();
            }
        } catch (IllegalArgumentException _) {
            // InvalidPathException among them.
        }
        throw AppException.invalid(field, "Give the absolute path of a directory.");
    }

    /** The same repository as a user; a directory is read as the console's own user, whatever is given. */
    public GitRemote as(@Nullable String name, @Nullable String password) {
        return new GitRemote(url, name, password, plainHttp);
    }

    /** The same access to another address: with the secret on the same origin, without it anywhere else. */
    GitRemote at(URI other) {
        return isSameOrigin(other)
                ? new GitRemote(other, username, secret, plainHttp)
                : new GitRemote(other, null, null, plainHttp);
    }

    boolean isSameOrigin(URI other) {
        return isHttp(url)
                && isHttp(other)
                && url.getScheme().equalsIgnoreCase(other.getScheme())
                && url.getRawAuthority().equalsIgnoreCase(other.getRawAuthority());
    }

    static boolean isHttp(URI url) {
        return url.getRawAuthority() != null
                && ("https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme()));
    }

    /** The directory of one of this machine. */
    Optional<Path> directory() {
        try {
            return isHttp(url) ? Optional.empty() : Optional.of(Path.of(url));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /** The value of the header {@code Authorization} (RFC 7617), where there is a secret. */
    Optional<String> authorization() {
        if (secret == null) {
            return Optional.empty();
        }
        String pair = (username == null ? USUAL_NAME : username) + ":" + secret;
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    /** As people see it. */
    String shown() {
        return directory().map(Path::toString).orElse(url.toString());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "GitRemote[" + shown() + "]";
    }
}
