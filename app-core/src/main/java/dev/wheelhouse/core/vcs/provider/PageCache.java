package dev.wheelhouse.core.vcs.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages of repositories with their entity tags, so that one that has not changed is not sent again. Thread-safe. */
final class PageCache {

    /** About 30,000 repositories, 10 MB. */
    private static final int MOST = 300;

    private final Map<String, Page> pages = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
            return size() > MOST;
        }
    };

    /**
     * A page.
     *
     * @param tag as the header {@code ETag} has it
     * @param next where the next one is, below the API; null for none
     */
    record Page(
            String tag,
            List<VcsRepository> repositories,
            @Nullable String next) {}

    /** @param key of the connection, its revision and where the page is */
    synchronized Optional<Page> find(String key) {
        return Optional.ofNullable(pages.get(key));
    }

    synchronized void put(String key, Page page) {
        pages.put(key, page);
    }
}
