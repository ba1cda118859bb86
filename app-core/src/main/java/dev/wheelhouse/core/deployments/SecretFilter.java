package dev.wheelhouse.core.deployments;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes secrets out of what is written, wherever its chunks begin and end: as they are, as in an address, and as in base64.
 * A line is passed on once it is whole. For one stream and one thread.
 */
final class SecretFilter {

    private static final int SHORTEST = 6;

    /** What is left of a secret in the middle of a longer base64 text must not be anything. */
    private static final int SHORTEST_ENCODED = 8;

    private static final int LONGEST_LINE = 64 << 10;
    private static final int BASE64_LINE = 76;
    private static final String MASK = "***";

    private final List<String> secrets;
    private final int longest;
    private final StringBuilder held = new StringBuilder();

    private SecretFilter(List<String> secrets) {
        this.secrets = secrets;
        this.longest = secrets.stream().mapToInt(String::length).max().orElse(1);
    }

    /** @param values shorter ones than six characters are nobody's secret */
    static SecretFilter of(Collection<String> values) {
        Set<String> forms = new LinkedHashSet<>();
        for (String value : values) {
            value.lines()
                    .map(String::strip)
                    .filter(each -> each.length() >= SHORTEST)
                    .forEach(line -> addForms(forms, line));
            if (value.length() >= SHORTEST) {
                addEncoded(forms, value);
            }
        }
        List<String> sorted = new ArrayList<>(forms);
        sorted.sort(Comparator.comparingInt(String::length).reversed());
        return new SecretFilter(sorted);
    }

    /** Another one of the same secrets, for another stream. */
    SecretFilter another() {
        return new SecretFilter(secrets);
    }

    private static void addForms(Set<String> forms, String line) {
        forms.add(latin(line.getBytes(StandardCharsets.UTF_8)));
        String encoded = URLEncoder.encode(line, StandardCharsets.UTF_8);
        forms.add(encoded);
        forms.add(encoded.replace("+", "%20"));
        addEncoded(forms, line);
    }

    /** A secret in the middle of what is encoded begins at one of three places in a group of three bytes. */
    private static void addEncoded(Set<String> forms, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
            for (int before = 0; before < 3; before++) {
                byte[] padded = new byte[before + bytes.length];
                System.arraycopy(bytes, 0, padded, before, bytes.length);
                String text = encoder.withoutPadding().encodeToString(padded);
                // The first and the last character may hold bits of what is beside it.
                int from = before == 0 ? 0 : before + 1;
                int to = padded.length % 3 == 0 ? text.length() : text.length() - 1;
                if (to - from >= SHORTEST_ENCODED) {
                    forms.add(text.substring(from, to));
                    addLines(forms, text.substring(from, to));
                }
            }
        }
    }

    /** As base64(1) breaks it. */
    private static void addLines(Set<String> forms, String text) {
        for (int at = 0; text.length() > BASE64_LINE && at < text.length(); at += BASE64_LINE) {
            String line = text.substring(at, Math.min(text.length(), at + BASE64_LINE));
            if (line.length() >= SHORTEST_ENCODED) {
                forms.add(line);
            }
        }
    }

    /** @return what may be written now; empty for nothing yet */
    byte[] pass(byte[] chunk) {
        held.append(latin(chunk));
        int end = Math.max(held.lastIndexOf("\n"), held.lastIndexOf("\r")) + 1;
        if (end == 0 && held.length() > LONGEST_LINE) {
            String clean = clean(held.toString());
            end = Math.max(0, clean.length() - longest + 1);
            held.setLength(0);
            held.append(clean, end, clean.length());
            return bytes(clean.substring(0, end));
        }
        String whole = held.substring(0, end);
        held.delete(0, end);
        return bytes(clean(whole));
    }

    /** What was held back, once nothing follows. */
    byte[] rest() {
        String rest = clean(held.toString());
        held.setLength(0);
        return bytes(rest);
    }

    /** A text for people without secrets. */
    String clean(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, MASK);
        }
        return clean;
    }

    /** As {@link #clean(String)}, of text that is no stream. */
    String message(String text) {
        return new String(bytes(clean(latin(text.getBytes(StandardCharsets.UTF_8)))), StandardCharsets.UTF_8);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String latin) {
        return latin.getBytes(StandardCharsets.ISO_8859_1);
    }
}
