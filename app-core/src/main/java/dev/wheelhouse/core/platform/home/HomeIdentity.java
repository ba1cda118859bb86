package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.id.IdGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The id that a home keeps for life, and under which its machine is known as a server. */
public final class HomeIdentity {

    private static final String FILE = "home-id";

    private HomeIdentity() {}

    /** Reads the id, or makes it the first time. */
    public static String ensure(Home home, IdGenerator ids) {
        try {
            String text = home.readText(FILE);
            if (text != null && !text.isBlank()) {
                return text.strip();
            }
            String made = ids.next("srv");
            home.writePrivately(FILE, made + "\n");
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException("The home's id cannot be read or written", e);
        }
    }
}
