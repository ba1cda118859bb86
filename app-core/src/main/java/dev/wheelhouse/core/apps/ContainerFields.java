package dev.wheelhouse.core.apps;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks what only containers have; the engine checks the rest of it once more. */
final class ContainerFields {

    // distribution/reference: domain, path, tag and digest; written more loosely, since the engine has the last word.
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,510}");

    // docker run -p: [[address:]host:]container[/protocol], each port one or a range.
    private static final Pattern PORT = Pattern.compile(
            "(?:(?:(\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]{2,45}\\]):)?(\\d{1,5}(?:-\\d{1,5})?)?:)?"
                    + "(\\d{1,5}(?:-\\d{1,5})?)(?:/(tcp|udp|sctp))?");

    private static final Pattern VOLUME =
            Pattern.compile("(/[^:\\p{Cntrl}]*|[A-Za-z0-9][A-Za-z0-9_.-]{1,254}):(/[^:\\p{Cntrl}]*)(:[a-z,]{1,40})?");
    private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,254}");
    private static final Pattern SOCKET = Pattern.compile("/[^\\p{Cntrl}]{1,106}");
    private static final int HIGHEST_PORT = 65535;

    private final BiConsumer<String, String> problem;

    /** @param problem takes the path of a field at fault and what to do */
    ContainerFields(BiConsumer<String, String> problem) {
        this.problem = problem;
    }

    String image(@Nullable String image) {
        String given = image == null ? "" : image;
        if (!IMAGE.matcher(given).matches()) {
            problem.accept("image", "Give the image as the engine takes it, such as nginx:1.27 or ghcr.io/owner/api.");
        }
        return given;
    }

    List<String> ports(List<String> ports, int replicas) {
        for (int i = 0; i < ports.size(); i++) {
            String path = "ports[" + i + "]";
            Matcher port = PORT.matcher(ports.get(i));
            if (!port.matches()) {
                problem.accept(path, "Write it such as 8080:80, 127.0.0.1:8080:80/tcp or 80.");
                continue;
            }
            int outer = ports(path, port.group(2));
            int inner = ports(path, port.group(3));
            if (port.group(2) != null && outer != inner && inner != 1) {
                problem.accept(path, "Both ranges must have the same length.");
            }
            if (port.group(2) != null && outer == 1 && replicas > 1) {
                problem.accept(
                        path,
                        "Only one copy can have this port. Use one replica, or leave the server's port out so that"
                                + " each copy gets a free one.");
            }
        }
        return ports;
    }

    /** How many ports it names; 0 for none. */
    private int ports(String path, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        int dash = text.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(text.substring(dash + 1));
        if (first < 1 || last > HIGHEST_PORT || last < first) {
            problem.accept(path, "Use ports from 1 to 65535, the lower first.");
        }
        return last - first + 1;
    }

    List<String> volumes(List<String> volumes) {
        for (int i = 0; i < volumes.size(); i++) {
            if (!VOLUME.matcher(volumes.get(i)).matches()) {
                problem.accept(
                        "volumes[" + i + "]", "Write it such as /srv/data:/data, /srv/data:/data:ro or name:/data.");
            }
        }
        return volumes;
    }

    void adopted(List<String> names) {
        if (names.isEmpty()) {
            problem.accept("adopted", "Name the containers, or leave it out to create them.");
        }
        Set<String> met = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            if (!CONTAINER.matcher(names.get(i)).matches()) {
                problem.accept("adopted[" + i + "]", "Give the container's name.");
            } else if (!met.add(names.get(i))) {
                problem.accept("adopted[" + i + "]", "This container is named twice.");
            }
        }
    }

    @Nullable
    String engine(@Nullable String socket) {
        if (socket != null && !SOCKET.matcher(socket).matches()) {
            problem.accept("engine", "Give the absolute path of the engine's socket, such as /var/run/docker.sock.");
        }
        return socket;
    }
}
