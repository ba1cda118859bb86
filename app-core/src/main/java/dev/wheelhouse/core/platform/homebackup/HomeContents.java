package dev.wheelhouse.core.platform.homebackup;

import org.jspecify.annotations.Nullable;

/**
 * What a backup of a home says of itself; its first entry.
 *
 * @param madeAt milliseconds since the epoch
 * @param homeId the home's id, under which its machine is a server
 * @param machine name of the machine that it was made on
 * @param schema version of the SQLite state in it; null when there is none
 * @param store address of the shared state that was named for the home, without credentials; one with a state of its own may
 *     not have worked with it; null for none
 * @param whileRunning whether a console worked in the home meanwhile
 */
public record HomeContents(
        long madeAt,
        String homeId,
        String machine,
        @Nullable String schema,
        @Nullable String store,
        boolean whileRunning) {

    /** Among the entries; no file of a home has that name. */
    static final String ENTRY = ".wheelhouse-home.json";
}
