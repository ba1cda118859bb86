package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request connects to.
 *
 * @param port 1..65535
 * @param secure whether over TLS
 */
record Endpoint(UrlHost host, int port, boolean secure) {

    private static final Pattern AUTHORITY = Pattern.compile("(\\[[^\\]]*\\]|[^:\\[\\]]+)(?::([0-9]{0,5}))?");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LAST_PORT = 65535;

    /** @throws AppException {@code validation_failed} when it is no http(s) address, or carries a user */
    static Endpoint of(String path, URI uri) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        String authority = uri.getRawAuthority();
        if (authority == null || !(secure || "http".equalsIgnoreCase(uri.getScheme()))) {
            throw noAddress(path);
        }
        if (authority.indexOf('@') >= 0) {
            throw AppException.invalid(path, "Leave out user and password.");
        }
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            throw noAddress(path);
        }
        UrlHost host = UrlHost.read(parts.group(1)).orElseThrow(() -> noAddress(path));
        String port = parts.group(2);
        int number = port == null || port.isEmpty() ? (secure ? HTTPS : HTTP) : Integer.parseInt(port);
        if (number < 1 || number > LAST_PORT) {
            throw AppException.invalid(path, "Give a port from 1 to " + LAST_PORT + ".");
        }
        return new Endpoint(host, number, secure);
    }

    static AppException noAddress(String path) {
        return AppException.invalid(path, "Give an address that begins with https:// or http:// and names a host.");
    }

    /** Host and port, as an address and the header {@code Host} have them: without the port that the scheme implies. */
    String authority() {
        return port == (secure ? HTTPS : HTTP) ? host.inUrl() : host.inUrl() + ":" + port;
    }

    /** An address without path and query. */
    String origin() {
        return (secure ? "https://" : "http://") + authority();
    }
}
