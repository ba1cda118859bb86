package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port of a container that answers on its server.
 *
 * @param address of the server; empty for all of them
 * @param outside the server's port, or two with a dash between; empty for one that the engine picks
 * @param inside the container's port, 1..65535
 * @param protocol {@code tcp}, {@code udp} or {@code sctp}
 */
record PortMapping(String address, String outside, int inside, String protocol) {

    private static final Pattern FORM =
            Pattern.compile("(?:(?:(\\[[0-9a-fA-F:.]+]|[0-9.]+):)?([0-9]{1,5}(?:-[0-9]{1,5})?)?:)?"
                    + "([0-9]{1,5})(?:-([0-9]{1,5}))?(?:/(tcp|udp|sctp))?");

    /**
     * What {@code docker run -p} takes: {@code 127.0.0.1:8080:80/tcp}, {@code [::1]:8080:80}, {@code 8080:80}, {@code 80},
     * {@code 8000-8002:80} for any of them, and {@code 8000-8002:80-82} for one each.
     *
     * @throws AppException {@code validation_failed} on {@code ports} for another form
     */
    static List<PortMapping> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw AppException.invalid(
                    "ports", "Write a port as 8080:80, 127.0.0.1:8080:80/tcp or 80, not " + text + ".");
        }
        String address = form.group(1) == null ? "" : form.group(1).replaceAll("[\\[\\]]", "");
        String outside = form.group(2) == null ? "" : form.group(2);
        int first = Integer.parseInt(form.group(3));
        int last = form.group(4) == null ? first : Integer.parseInt(form.group(4));
        String protocol = form.group(5) == null ? "tcp" : form.group(5);
        List<PortMapping> all = new ArrayList<>();
        for (int inside = first; inside <= last; inside++) {
            all.add(new PortMapping(address, first == last ? outside : nth(outside, inside - first), inside, protocol));
        }
        return all;
    }

    private static String nth(String outside, int index) {
        if (outside.isEmpty()) {
            return outside;
        }
        int dash = outside.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? outside : outside.substring(0, dash));
        return Integer.toString(first + index);
    }

    /** As the engine names the container's side. */
    String insideName() {
        return inside + "/" + protocol;
    }
}
