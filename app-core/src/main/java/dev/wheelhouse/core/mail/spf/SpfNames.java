package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.net.HostNames;
import java.util.Locale;

/** Domain names as SPF asks for them. */
final class SpfNames {

    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;

    private SpfNames() {}

    /** Lower case, without a dot at the end. */
    static String normal(String name) {
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return bare.toLowerCase(Locale.ROOT);
    }

    /**
     * As {@link #normal}, with A-labels, where it has such a form. Only for a sender's domain: a name with other characters
     * that comes of macros is no domain name (RFC 8616 section 4).
     */
    static String aLabels(String name) {
        if (name.chars().allMatch(each -> each < 0x80)) {
            return normal(name);
        }
        try {
            return normal(HostNames.toAscii(name, 0));
        } catch (IllegalArgumentException _) {
            return normal(name);
        }
    }

    /** Whether DNS can be asked for it: no label empty or too long, only ASCII characters, of which a blank may come of a macro. */
    static boolean isAskable(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return false;
        }
        for (String label : name.split("\\.", -1)) {
            if (label.isEmpty() || label.length() > LONGEST_LABEL) {
                return false;
            }
        }
        return name.chars().allMatch(each -> each >= ' ' && each <= '~');
    }

    /** Whether a check can be about it: also more than one label (RFC 7208 section 4.3). */
    static boolean isMailDomain(String name) {
        return isAskable(name) && name.indexOf('.') >= 0;
    }

    static boolean isWithin(String name, String domain) {
        return name.equals(domain) || name.endsWith("." + domain);
    }
}
