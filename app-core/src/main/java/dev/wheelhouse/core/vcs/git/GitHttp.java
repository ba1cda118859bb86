package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.OutgoingStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one repository: each goes through {@link OutgoingRequests}, so its name is looked up once, private addresses
 * are refused unless the settings name them, and the address that was judged is the one connected to. Redirects are
 * errors that say where they lead. Thread-safe.
 */
final class GitHttp {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final String FIELD = "url";

    private final OutgoingRequests requests;
    private final GitRemote remote;
    private final Duration total;
    private final Duration idle;

    GitHttp(OutgoingRequests requests, GitRemote remote, Duration total, Duration idle) {
        this.requests = requests;
        this.remote = remote;
        this.total = total;
        this.idle = idle;
    }

    GitRemote remote() {
        return remote;
    }

    /**
     * Sends a request, with the secret where it goes to the repository's origin and has no other.
     *
     * @return its answer, which is 200
     * @throws AppException that says what else the server answers
     */
    OutgoingStream open(String method, URI uri, Map<String, String> headers, byte[] body) {
        if (!remote.plainHttp() && !"https".equalsIgnoreCase(uri.getScheme())) {
            throw new AppException(
                    GitError.REPOSITORY_REFUSED,
                    remote.shown() + " wants to be read from " + origin(uri) + ", without TLS, which is not allowed.");
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        if (remote.isSameOrigin(uri)) {
            remote.authorization().ifPresent(value -> all.putIfAbsent("Authorization", value));
        }
        OutgoingRequest request =
                new OutgoingRequest(method, uri, all, body, new OutgoingLimits(CONNECT, total, Integer.MAX_VALUE));
        OutgoingStream answer = requests.open(FIELD, request, idle);
        if (answer.status() == 200) {
            return answer;
        }
        try (answer) {
            throw refusal(uri, answer);
        }
    }

    private AppException refusal(URI uri, OutgoingStream answer) {
        int status = answer.status();
        String host = origin(uri);
        return switch (status) {
            case 301, 302, 303, 307, 308 ->
                new AppException(
                        GitError.REPOSITORY_MOVED,
                        remote.shown() + " has moved"
                                + to(answer.head().headers().get("location"))
                                + ". Redirects are not followed: give the new address.");
            case 401 ->
                new AppException(
                        GitError.REPOSITORY_REFUSED,
                        remote.secret() == null
                                ? remote.shown() + " asks for a user and a token. Give one that may read it."
                                : host + " refuses the token for " + remote.shown() + ". Check that it is valid.");
            case 403 ->
                new AppException(
                        GitError.REPOSITORY_REFUSED,
                        host + " does not let this token read " + remote.shown() + ". Give it the right to read code.");
            case 404, 410 -> notFound(remote);
            case 429 ->
                new AppException(
                        PlatformError.UPSTREAM_FAILED,
                        host + " has had too many requests" + wait(answer) + ". Try again later.");
            default ->
                new AppException(
                        PlatformError.UPSTREAM_FAILED, host + " answers with status " + status + wait(answer) + ".");
        };
    }

    static AppException notFound(GitRemote remote) {
        return new AppException(
                GitError.REPOSITORY_NOT_FOUND,
                "There is no repository at " + remote.shown()
                        + (remote.directory().isPresent() || remote.secret() != null
                                ? ", or it may not be read."
                                : ". If it is private, give a token that may read it."));
    }

    private static String wait(OutgoingStream answer) {
        String seconds = answer.head().headers().getOrDefault("retry-after", "");
        return seconds.matches("[0-9]{1,6}") ? " and asks to wait for " + seconds + " s" : "";
    }

    private static String to(@Nullable String location) {
        if (location == null || !location.matches("https?://[!-~]{1,500}")) {
            return "";
        }
        // The query may carry what is secret, and git's own end of the address is not the repository's.
        return " to " + location.replaceFirst("[?#].*", "").replaceFirst("/(info/refs|git-upload-pack)$", "");
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** Sends a small request and waits for the whole answer of at most {@code most} bytes. */
    OutgoingAnswer send(String method, URI uri, Map<String, String> headers, byte[] body, int most) throws IOException {
        try (OutgoingStream answer = open(method, uri, headers, body)) {
            byte[] bytes = answer.readNBytes(most);
            if (bytes.length == most) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE, origin(uri) + " answers with more than " + most + " bytes.");
            }
            return new OutgoingAnswer(answer.status(), answer.head().headers(), bytes);
        }
    }
}
