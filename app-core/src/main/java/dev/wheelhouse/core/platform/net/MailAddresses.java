package dev.wheelhouse.core.platform.net;

import java.util.regex.Pattern;

/** Whether texts are mail addresses, by their form alone. */
public final class MailAddresses {

    private static final int LONGEST_LOCAL_PART = 64;

    /** An unquoted local part (RFC 5321 section 4.1.2). */
    private static final Pattern LOCAL_PART =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");

    private MailAddresses() {}

    /** Whether it is one address (RFC 5321 section 4.1.2) with an unquoted local part and a domain name. */
    public static boolean isAddress(String text) {
        int at = text.lastIndexOf('@');
        return at > 0
                && at <= LONGEST_LOCAL_PART
                && LOCAL_PART.matcher(text.substring(0, at)).matches()
                && HostNames.isName(text.substring(at + 1));
    }
}
