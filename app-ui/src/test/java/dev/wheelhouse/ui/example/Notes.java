package dev.wheelhouse.ui.example;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Stands for a service of the core. Thread-safe. */
final class Notes {

    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Note> all = new ConcurrentSkipListMap<>();

    List<Note> list() {
        return List.copyOf(all.values());
    }

    Note get(String id) {
        Note found = all.get(id);
        if (found == null) {
            throw AppException.notFound("note", id);
        }
        return found;
    }

    Note create(String name, String text) {
        return store("note_" + numbers.incrementAndGet(), name, text);
    }

    /** @param expected the revision that may be replaced; null for any */
    synchronized Note update(String id, String name, String text, @Nullable Long expected) {
        if (expected != null && get(id).revision() != expected) {
            throw new AppException(PlatformError.PRECONDITION_FAILED, "The note was changed meanwhile.");
        }
        return store(id, name, text);
    }

    private Note store(String id, String name, String text) {
        if (name.isBlank()) {
            throw AppException.invalid("name", "Give it a name.");
        }
        Note note = new Note(id, name.strip(), text, numbers.incrementAndGet());
        all.put(id, note);
        return note;
    }

    void delete(String id) {
        all.remove(id);
    }
}
