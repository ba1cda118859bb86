package dev.wheelhouse.core.mail.check.policy;

import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Reads {@code name=value; name=value} lists (RFC 6376 section 3.2), of which other records have borrowed the form. */
public final class TagList {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private static final int LONGEST = 80;

    private TagList() {}

    /**
     * The tags in their order, without the white space around names and values. Names differ by case.
     *
     * @throws IllegalArgumentException with a sentence that names the tag
     */
    public static Map<String, String> parse(String text) {
        return parse(text, odd -> {
            throw new IllegalArgumentException(odd);
        });
    }

    /**
     * As {@link #parse(String)}, of a form whose readers leave out what is no tag.
     *
     * @param odd gets a sentence for each of them
     * @throws IllegalArgumentException for a tag that is there twice
     */
    static Map<String, String> parse(String text, Consumer<String> odd) {
        Map<String, String> tags = new LinkedHashMap<>();
        String[] parts = text.split(";", -1);
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.isEmpty() && i == parts.length - 1) {
                break;
            }
            int equals = part.indexOf('=');
            if (equals < 0) {
                odd.accept("\"" + shortened(part) + "\" is no tag: write name=value.");
                continue;
            }
            String name = part.substring(0, equals).strip();
            if (!NAME.matcher(name).matches()) {
                odd.accept("\"" + shortened(name) + "\" is no name of a tag.");
                continue;
            }
            if (tags.put(name, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("The tag " + shortened(name) + " is there twice.");
            }
        }
        return tags;
    }

    /**
     * Whether a record begins with exactly {@code v=} and a version, without a blank in it or in front (RFC 8461 section
     * 3.1, RFC 8460 section 3: others are discarded).
     *
     * @param version in its exact case
     */
    public static boolean isOf(String text, String version) {
        String start = "v=" + version;
        if (!text.startsWith(start)) {
            return false;
        }
        String behind = text.substring(start.length()).stripLeading();
        return behind.isEmpty() || behind.startsWith(";");
    }

    /**
     * Whether somebody meant a record of a version, in any case, with spaces or in quotation marks: receivers may not take
     * it, but it stands in the way of one that they do.
     *
     * @param start as {@code v=DMARC1}
     */
    public static boolean isMeantAs(String text, String start) {
        return text.replaceAll("[\"\\s]", "").regionMatches(true, 0, start, 0, start.length());
    }

    private static String shortened(String text) {
        return Excerpt.oneLine(text, LONGEST);
    }
}
