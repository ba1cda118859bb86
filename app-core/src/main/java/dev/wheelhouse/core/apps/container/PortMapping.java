package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port of a container that answers on its server, such as {@code 127.0.0.1:8080:80/tcp}, {@code [::1]:8080:80},
 * {@code 8080:80} or {@code 80}.
 *
 * @param address of the server; empty for all of them
 * @param outside the server's port; 0 for one that the engine picks
 * @param inside the container's port, 1..65535
 * @param protocol {@code tcp}, {@code udp} or {@code sctp}
 */
public record PortMapping(String address, int outside, int inside, String protocol) {

    private static final Pattern FORM =
            Pattern.compile("(?:(?:(\\[[0-9a-fA-F:.]+]|[0-9.]+):)?([0-9]{1,5})?:)?([0-9]{1,5})(?:/(tcp|udp|sctp))?");
    private static final int HIGHEST = 65_535;

    /** @throws AppException {@code validation_failed} on {@code path} for another form */
    public static PortMapping parse(String text, String path) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw wrong(path);
        }
        String address = form.group(1) == null ? "" : form.group(1).replaceAll("[\\[\\]]", "");
        int outside = form.group(2) == null ? 0 : Integer.parseInt(form.group(2));
        int inside = Integer.parseInt(form.group(3));
        if (outside > HIGHEST || inside < 1 || inside > HIGHEST) {
            throw wrong(path);
        }
        return new PortMapping(address, outside, inside, form.group(4) == null ? "tcp" : form.group(4));
    }

    private static AppException wrong(String path) {
        return AppException.invalid(
                path, "Write a port as 8080:80, 127.0.0.1:8080:80 or 80, with /udp behind it where it is not TCP.");
    }

    /** As the engine names the container's side. */
    String insideName() {
        return inside + "/" + protocol;
    }
}
