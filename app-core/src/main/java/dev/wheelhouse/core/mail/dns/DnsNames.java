package dev.wheelhouse.core.mail.dns;

import java.util.Locale;
import org.xbill.DNS.Name;
import org.xbill.DNS.TextParseException;

/** Names between the library's form and that of {@link DnsQuestion#name}. */
final class DnsNames {

    static final String ROOT = ".";

    private DnsNames() {}

    /** Bytes that are no letters, digits or signs as {@code \DDD} (RFC 1035 section 5.1). */
    static String text(Name name) {
        return name.equals(Name.root) ? ROOT : name.toString(true).toLowerCase(Locale.ROOT);
    }

    /** @throws TextParseException when a label is empty or longer than 63 bytes, or all of it longer than 253 */
    static Name name(String text) throws TextParseException {
        return Name.fromString(text, Name.root);
    }

    /** The name as {@link #text} would write it, whatever it has escaped; what is no name, as it is. */
    static String canonical(String text) {
        try {
            return text(name(text));
        } catch (TextParseException _) {
            return text;
        }
    }

    /** The name without its first label; {@link #ROOT} for the root itself. */
    static String parent(String text) throws TextParseException {
        Name name = name(text);
        return name.equals(Name.root) ? ROOT : text(new Name(name, 1));
    }
}
