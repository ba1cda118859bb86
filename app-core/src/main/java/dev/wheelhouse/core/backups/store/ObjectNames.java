package dev.wheelhouse.core.backups.store;

import java.util.regex.Pattern;

/** The names that every store takes, so that what lies in one fits into the next. */
final class ObjectNames {

    private static final int LONGEST = 512;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private ObjectNames() {}

    /** @throws IllegalArgumentException for another name */
    static String checked(String name) {
        if (!isOne(name)) {
            throw new IllegalArgumentException("No name of an object: " + name);
        }
        return name;
    }

    static boolean isOne(String name) {
        return name.length() <= LONGEST && NAME.matcher(name).matches();
    }
}
