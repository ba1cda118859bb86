package dev.wheelhouse.core.backups.dump;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of PostgreSQL since 10, such as 15.20; 0 is the minor number of one before the first. */
public record PostgresRelease(int major, int minor) {

    /**
     * Of such as {@code pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)}, as {@code -V} of all its programs prints. Seen with
     * 12.22 to 18.6 and {@code 19rc1}.
     */
    private static final Pattern NUMBER = Pattern.compile("(?:^|\\) )([1-9][0-9]{1,2})(?:\\.([0-9]{1,3}))?");

    /** @param text as a program writes it for {@code -V}, or the number alone */
    public static Optional<PostgresRelease> parse(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.find()
                ? Optional.of(new PostgresRelease(
                        Integer.parseInt(number.group(1)),
                        number.group(2) == null ? 0 : Integer.parseInt(number.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
