package dev.wheelhouse.core.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Names below which registries let people register, such as {@code co.uk}: the ICANN part of the public suffix list
 * (https://publicsuffix.org), of which a copy lies beside this class. Read at the first question. Thread-safe.
 */
public final class PublicSuffixes {

    private static final String RESOURCE = "public_suffix_list.dat";
    private static final String VERSION = "// VERSION: ";
    private static final String END = "// ===END ICANN DOMAINS===";

    /** @param date of the list */
    private record Rules(LocalDate date, Set<String> names, Set<String> wildcards, Set<String> exceptions) {}

    private volatile Rules rules;

    /** The list says nothing yet. */
    @SuppressWarnings("NullAway.Init")
    public PublicSuffixes() {}

    /** When the copy of the list was made. */
    public LocalDate date() {
        return rules().date();
    }

    /** @param name as A-labels in lower case */
    boolean contains(String name) {
        Rules all = rules();
        int dot = name.indexOf('.');
        return all.names().contains(name)
                || (dot > 0
                        && all.wildcards().contains(name.substring(dot + 1))
                        && !all.exceptions().contains(name));
    }

    private Rules rules() {
        Rules known = rules;
        if (known == null) {
            known = read();
            rules = known;
        }
        return known;
    }

    private static Rules read() {
        LocalDate date = LocalDate.EPOCH;
        Set<String> names = new HashSet<>();
        Set<String> wildcards = new HashSet<>();
        Set<String> exceptions = new HashSet<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(PublicSuffixes.class.getResourceAsStream(RESOURCE)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && !line.equals(END); line = lines.readLine()) {
                if (line.startsWith(VERSION)) {
                    date = LocalDate.parse(line.substring(VERSION.length(), VERSION.length() + 10));
                } else if (line.startsWith("*.")) {
                    wildcards.add(ascii(line.substring(2)));
                } else if (line.startsWith("!")) {
                    exceptions.add(ascii(line.substring(1)));
                } else if (!line.isBlank() && !line.startsWith("//")) {
                    names.add(ascii(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Rules(date, names, wildcards, exceptions);
    }

    private static String ascii(String rule) {
        return IDN.toASCII(rule.strip(), IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    }
}
