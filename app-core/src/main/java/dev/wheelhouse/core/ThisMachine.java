package dev.wheelhouse.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the console's environment says of itself. */
final class ThisMachine {

    private ThisMachine() {}

    /** The machine's name without its domain, found without asking the network, which could take long to answer. */
    static String name() {
        return Stream.of(System.getenv("COMPUTERNAME"), System.getenv("HOSTNAME"), nameFile())
                .filter(each -> each != null && !each.isBlank())
                .findFirst()
                .map(each -> each.strip().split("\\.", 2)[0])
                .orElse("this-machine");
    }

    private static @Nullable String nameFile() {
        try {
            return Files.readString(Path.of("/etc/hostname"));
        } catch (IOException _) {
            return null;
        }
    }

    /** The socket of the SSH agent; null where there is none. */
    static @Nullable Path agentSocket() {
        String path = System.getenv("SSH_AUTH_SOCK");
        if (path == null || path.isBlank()) {
            return null;
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException _) {
            return null;
        }
    }
}
