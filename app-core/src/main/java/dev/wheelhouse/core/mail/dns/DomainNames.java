package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.net.HostNames;
import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/** Domain names as people write them, kept as A-labels in lower case without a dot at the end. */
public final class DomainNames {

    private static final int LONGEST = 253;

    /** What IDNA 2003, which the JDK has, would turn into another name than IDNA 2008 does (UTS #46 section 2.3). */
    private static final Pattern DEVIATING = Pattern.compile("[\\u00df\\u03c2\\u200c\\u200d]");

    private DomainNames() {}

    /**
     * A name of at least two labels.
     *
     * @param field that is at fault when it is none
     * @throws AppException {@code validation_failed}, which says what to write instead
     */
    public static String parse(String field, String text) {
        String given = text.strip();
        if (HostNames.isAddress(given) || given.startsWith("[")) {
            throw AppException.invalid(field, "Give a name, such as example.com, not an address.");
        }
        String name = aLabels(field, given, "mail.example.com");
        if (!HostNames.isName(name)) {
            throw noName(field, "mail.example.com");
        }
        if (name.indexOf('.') < 0) {
            throw AppException.invalid(field, "Give the whole name, such as " + name + ".example.com.");
        }
        return name;
    }

    /**
     * One or more labels, which may be numbers.
     *
     * @param example of them
     * @throws AppException as {@link #parse}
     */
    public static String parseLabels(String field, String text, String example) {
        return aLabels(field, text.strip(), example);
    }

    private static String aLabels(String field, String text, String example) {
        if (text.isEmpty()) {
            throw AppException.invalid(field, "Give a name, such as " + example + ".");
        }
        if (text.endsWith(".")) {
            throw AppException.invalid(field, "Leave out the dot at the end.");
        }
        if (DEVIATING.matcher(text).find()) {
            throw AppException.invalid(
                    field,
                    "Write it with the labels that begin with xn--: programs do not agree on what this name is.");
        }
        String ascii = ascii(field, text, example);
        if (ascii.length() > LONGEST) {
            throw AppException.invalid(
                    field, "A name has at most " + LONGEST + " characters; this one has " + ascii.length() + ".");
        }
        if (!HostNames.isLabels(ascii)) {
            throw noName(field, example);
        }
        return ascii;
    }

    private static String ascii(String field, String text, String example) {
        try {
            String ascii = HostNames.toAscii(text, IDN.ALLOW_UNASSIGNED | IDN.USE_STD3_ASCII_RULES)
                    .toLowerCase(Locale.ROOT);
            for (String label : ascii.split("\\.", -1)) {
                if (label.startsWith("xn--") && unicode(label).equals(label)) {
                    throw AppException.invalid(field, label + " stands for no name. Check how it is written.");
                }
            }
            return ascii;
        } catch (IllegalArgumentException _) {
            throw noName(field, example);
        }
    }

    private static AppException noName(String field, String example) {
        return AppException.invalid(
                field,
                "Use labels of letters, digits and hyphens with dots between, each of 1 to 63 characters and neither"
                        + " beginning nor ending with a hyphen, such as " + example + ".");
    }

    /** As people read it: other alphabets where the name has such. */
    public static String unicode(String name) {
        // Unicode has grown since IDNA 2003, and names of newer characters are registered.
        return IDN.toUnicode(name, IDN.ALLOW_UNASSIGNED);
    }

    /** Whether it is that domain or below it. */
    public static boolean isWithin(String name, String domain) {
        return name.equals(domain) || name.endsWith("." + domain);
    }
}
