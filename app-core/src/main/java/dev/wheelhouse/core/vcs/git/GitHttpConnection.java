package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * JGit's view of one request through {@link GitHttp}, which decides where it may go, how long it may take and what is an
 * error; what JGit wishes of that is not heard. For one thread.
 */
final class GitHttpConnection implements HttpConnection {

    private static final int LARGEST_REQUEST = 4 << 20;

    private final GitHttp http;
    private final URL url;
    private final long mostBytes;
    private final LongConsumer received;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ByteArrayOutputStream body = new BoundedBody();
    private String method = "GET";
    private @Nullable OutgoingStream answer;

    /**
     * @param mostBytes of an answer
     * @param received hears of each further byte
     */
    GitHttpConnection(GitHttp http, URL url, long mostBytes, LongConsumer received) {
        this.http = http;
        this.url = url;
        this.mostBytes = mostBytes;
        this.received = received;
    }

    private OutgoingStream answer() throws IOException {
        OutgoingStream there = answer;
        if (there == null) {
            there = http.open(method, uri(), headers, body.toByteArray());
            answer = there;
            if (there.head().headers().containsKey("content-encoding")) {
                there.close();
                throw new IOException("the answer is encoded in a way that was not asked for");
            }
        }
        return there;
    }

    private URI uri() throws MalformedURLException {
        try {
            return URI.create(url.toExternalForm());
        } catch (IllegalArgumentException _) {
            throw new MalformedURLException("The repository's address is malformed");
        }
    }

    @Override
    public int getResponseCode() throws IOException {
        return answer().status();
    }

    @Override
    public URL getURL() {
        return url;
    }

    @Override
    public String getResponseMessage() throws IOException {
        return Integer.toString(getResponseCode());
    }

    @Override
    public Map<String, List<String>> getHeaderFields() {
        OutgoingStream there = answer;
        return there == null
                ? Map.of()
                : there.head().headers().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(each.getValue())));
    }

    @Override
    @SuppressWarnings("NullAway") // JGit means null: there is none.
    public String getHeaderField(String name) {
        OutgoingStream there = answer;
        return there == null ? null : there.head().headers().get(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<String> getHeaderFields(String name) {
        String value = getHeaderField(name);
        return value == null ? List.of() : List.of(value);
    }

    @Override
    public void setRequestProperty(String name, String value) {
        // Packed answers would hide how long they are; packs are packed already.
        if (!name.equalsIgnoreCase("Accept-Encoding")) {
            headers.put(name, value);
        }
    }

    @Override
    public void setRequestMethod(String name) {
        method = name;
    }

    @Override
    public String getRequestMethod() {
        return method;
    }

    @Override
    public String getContentType() {
        return getHeaderField("content-type");
    }

    @Override
    public int getContentLength() {
        return -1;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new CountedAnswer(answer(), mostBytes, received);
    }

    @Override
    public OutputStream getOutputStream() {
        return body;
    }

    @Override
    public void connect() throws IOException {
        answer();
    }

    @Override
    public boolean usingProxy() {
        return false;
    }

    /** Certificates are always judged by the system's authorities. */
    @Override
    public void configure(KeyManager[] keys, TrustManager[] trust, java.security.SecureRandom random) {
        throw new IllegalStateException("Certificates are not to be passed over");
    }

    @Override
    public void setHostnameVerifier(HostnameVerifier verifier) {
        throw new IllegalStateException("Certificates are not to be passed over");
    }

    @Override
    public void setUseCaches(boolean use) {}

    @Override
    public void setConnectTimeout(int timeout) {}

    @Override
    public void setReadTimeout(int timeout) {}

    @Override
    public void setInstanceFollowRedirects(boolean follow) {}

    @Override
    public void setDoOutput(boolean output) {}

    @Override
    public void setFixedLengthStreamingMode(int length) {}

    @Override
    public void setChunkedStreamingMode(int length) {}

    /** A request; what is wanted and what is there already take a few kilobytes. */
    private static final class BoundedBody extends ByteArrayOutputStream {

        @Override
        public synchronized void write(byte[] from, int offset, int length) {
            if (count + length > LARGEST_REQUEST) {
                throw new AppException(PlatformError.PAYLOAD_TOO_LARGE, "The request to the repository is too long.");
            }
            super.write(from, offset, length);
        }
    }
}
