package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.id.IdGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The id that a home keeps for life, and under which its machine is known as a server. */
public final class HomeIdentity {

    public static final String FILE = "home-id";

    private HomeIdentity() {}

    /** Reads the id, or makes it the first time. */
    public static String ensure(Home home, IdGenerator ids) {
        try {
            Optional<String> known = find(home.directory());
            return known.isPresent() ? known.get() : renew(home, ids);
        } catch (IOException e) {
            throw new UncheckedIOException("The home's id cannot be read or written", e);
        }
    }

    /**
     * The id of the home in a directory, which need not exist.
     *
     * @return empty where no console was ever started
     */
    public static Optional<String> find(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(Files.readString(file).strip()).filter(id -> !id.isEmpty())
                : Optional.empty();
    }

    /** Gives the home another id. */
    public static String renew(Home home, IdGenerator ids) throws IOException {
        String made = ids.next("srv");
        home.writePrivately(FILE, made + "\n");
        return made;
    }
}
