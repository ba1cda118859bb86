package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import java.io.IOException;
import java.util.Locale;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** Names and records between our form and the library's. */
final class Names {

    private Names() {}

    /** @throws IllegalArgumentException for what is no name of DNS, which checked settings and records never are */
    static Name of(String name) {
        try {
            return Name.fromString(name, Name.root);
        } catch (TextParseException e) {
            throw new IllegalArgumentException("Not a name of DNS: " + name, e);
        }
    }

    /** In lower case, without the dot at the end. */
    static String text(Name name) {
        return name.toString(true).toLowerCase(Locale.ROOT);
    }

    static int type(DnsType type) {
        return Type.value(type.name());
    }

    /** @throws IllegalArgumentException for a value that its type cannot have */
    static Record record(String name, DnsType type, long ttl, ZoneValue value) {
        try {
            return Record.fromString(of(name), type(type), DClass.IN, ttl, value.data(), Name.root);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a value of " + type + ": " + value.text(), e);
        }
    }

    static ZoneValue value(DnsType type, Record record) {
        return ZoneValue.ofData(type, record.rdataToString());
    }
}
