package dev.wheelhouse.api.hostile;

import dev.wheelhouse.core.testing.Tree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Secrets that were given away, each by where it was, and whether something holds one in a form that can be read. */
final class Planted {

    private final Map<String, List<String>> forms = new LinkedHashMap<>();

    void add(String where, String secret) {
        List<String> all = new ArrayList<>();
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        all.add(secret);
        all.add(new String(secret.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1));
        // What stands before it moves all letters of Base64.
        for (int before = 0; before < 3; before++) {
            byte[] moved = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, moved, before, bytes.length);
            String base64 = Base64.getEncoder().withoutPadding().encodeToString(moved);
            all.add(base64.substring(before + 1, base64.length() - 2));
        }
        forms.put(where, all);
    }

    int size() {
        return forms.size();
    }

    /** Where the secrets were that the text holds. */
    List<String> in(String text) {
        return forms.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(text::contains))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Each file below a directory that holds some, with where they were. */
    Map<Path, List<String>> below(Path directory) {
        Map<Path, List<String>> found = new LinkedHashMap<>();
        Tree.contents(directory).forEach((file, content) -> {
            List<String> held = in(content);
            if (!held.isEmpty()) {
                found.put(file, held);
            }
        });
        return found;
    }
}
