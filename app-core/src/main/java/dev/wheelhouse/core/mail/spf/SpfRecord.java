package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.mail.spf.SpfTerm.Invalid;
import dev.wheelhouse.core.mail.spf.SpfTerm.Kind;
import dev.wheelhouse.core.mail.spf.SpfTerm.Mechanism;
import dev.wheelhouse.core.mail.spf.SpfTerm.Modifier;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A record and its terms in order, those with errors among them (RFC 7208 sections 4.5, 4.6 and 12). */
record SpfRecord(String text, List<SpfTerm> terms) {

    private static final String VERSION = "v=spf1";

    /** Of a term in words for people. */
    private static final int LONGEST = 120;

    private static final Pattern MODIFIER = Pattern.compile("([a-zA-Z][a-zA-Z0-9_.-]*)=(.*)", Pattern.DOTALL);
    private static final Pattern MECHANISM =
            Pattern.compile("([-+~?]?)([a-zA-Z][a-zA-Z0-9_.-]*)((?::.*?)?)((?:/\\d+)?(?://\\d+)?)", Pattern.DOTALL);
    private static final Set<String> ONCE = Set.of("redirect", "exp");

    /** Whether a TXT record is one of SPF, whatever else is in it. */
    static boolean isSpf(String text) {
        return text.regionMatches(true, 0, VERSION, 0, VERSION.length())
                && (text.length() == VERSION.length() || text.charAt(VERSION.length()) == ' ');
    }

    /** @param text for which {@link #isSpf} holds */
    static SpfRecord parse(String text) {
        List<SpfTerm> terms = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String each : text.substring(VERSION.length()).split(" ", -1)) {
            if (each.isEmpty()) {
                continue;
            }
            SpfTerm term = term(each);
            if (term instanceof Modifier modifier && ONCE.contains(modifier.name()) && !names.add(modifier.name())) {
                term = new Invalid(each, "The record has " + modifier.name() + " more than once.");
            }
            terms.add(term);
        }
        return new SpfRecord(text, List.copyOf(terms));
    }

    /** The first syntax error; with one, nothing of the record is evaluated. */
    Optional<Invalid> error() {
        return terms.stream()
                .filter(Invalid.class::isInstance)
                .map(Invalid.class::cast)
                .findFirst();
    }

    Optional<Modifier> modifier(String name) {
        return terms.stream()
                .filter(Modifier.class::isInstance)
                .map(Modifier.class::cast)
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    /** Whether some mechanism is {@code all}, so that {@code redirect} is ignored (section 6.1). */
    boolean hasAll() {
        return mechanisms(Kind.ALL).findAny().isPresent();
    }

    private Stream<Mechanism> mechanisms(Kind kind) {
        return terms.stream()
                .filter(Mechanism.class::isInstance)
                .map(Mechanism.class::cast)
                .filter(each -> each.kind() == kind);
    }

    /** What it says of others than its own senders, and should not. */
    List<String> advice() {
        List<String> advice = new ArrayList<>();
        if (mechanisms(Kind.ALL).anyMatch(each -> each.result() == SpfResult.PASS)) {
            advice.add("It lets everybody send: end it with ~all or -all.");
        } else if (!hasAll() && modifier("redirect").isEmpty()) {
            advice.add("It says nothing of other senders, who count as neutral: end it with ~all or -all.");
        }
        if (mechanisms(Kind.PTR).findAny().isPresent()) {
            advice.add("The mechanism ptr should not be used (RFC 7208 section 5.5): name hosts or addresses instead.");
        }
        return advice;
    }

    private static SpfTerm term(String text) {
        try {
            Matcher modifier = MODIFIER.matcher(text);
            if (modifier.matches()) {
                return modifier(text, modifier.group(1).toLowerCase(Locale.ROOT), modifier.group(2));
            }
            Matcher mechanism = MECHANISM.matcher(text);
            if (!mechanism.matches()) {
                throw new IllegalArgumentException("is neither a mechanism nor a modifier");
            }
            return mechanism(text, mechanism.group(1), mechanism.group(2), mechanism.group(3), mechanism.group(4));
        } catch (IllegalArgumentException e) {
            return new Invalid(text, "The term %s %s.".formatted(Excerpt.oneLine(text, LONGEST), e.getMessage()));
        }
    }

    private static Modifier modifier(String text, String name, String value) {
        MacroString parsed = ONCE.contains(name) ? MacroString.parseDomain(value) : MacroString.parse(value);
        return new Modifier(text, name, parsed);
    }

    /**
     * @param argument with its colon, or empty
     * @param prefixes with their slashes, or empty
     */
    private static Mechanism mechanism(String text, String qualifier, String name, String argument, String prefixes) {
        SpfResult result = switch (qualifier) {
            case "-" -> SpfResult.FAIL;
            case "~" -> SpfResult.SOFTFAIL;
            case "?" -> SpfResult.NEUTRAL;
            default -> SpfResult.PASS;
        };
        return switch (kind(name)) {
            case ALL -> {
                refuse(!argument.isEmpty() || !prefixes.isEmpty(), "must be all, with nothing behind it");
                yield new Mechanism(text, result, Kind.ALL, null, null, 0, 0);
            }
            case A -> addresses(text, result, Kind.A, argument, prefixes);
            case MX -> addresses(text, result, Kind.MX, argument, prefixes);
            // A name may have slashes, so these have none of their own.
            case PTR -> new Mechanism(text, result, Kind.PTR, domain(argument + prefixes), null, 0, 0);
            case INCLUDE -> named(text, result, Kind.INCLUDE, argument + prefixes);
            case EXISTS -> named(text, result, Kind.EXISTS, argument + prefixes);
            case IP4 -> network(text, result, Kind.IP4, argument, prefixes);
            case IP6 -> network(text, result, Kind.IP6, argument, prefixes);
        };
    }

    private static Kind kind(String name) {
        for (Kind each : Kind.values()) {
            if (each.name().equalsIgnoreCase(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException("has no known mechanism");
    }

    private static Mechanism named(String text, SpfResult result, Kind kind, String argument) {
        refuse(!argument.startsWith(":"), "has no domain name");
        return new Mechanism(text, result, kind, domain(argument), null, 0, 0);
    }

    private static Mechanism addresses(String text, SpfResult result, Kind kind, String argument, String prefixes) {
        int both = prefixes.indexOf("//");
        String four = both < 0 ? prefixes : prefixes.substring(0, both);
        String six = both < 0 ? "" : prefixes.substring(both + 1);
        return new Mechanism(text, result, kind, domain(argument), null, prefix(four, 32), prefix(six, 128));
    }

    private static Mechanism network(String text, SpfResult result, Kind kind, String argument, String prefix) {
        boolean isFour = kind == Kind.IP4;
        String address = argument.isEmpty() ? "" : argument.substring(1);
        SpfAddress network = (isFour ? SpfAddress.parse4(address) : SpfAddress.parse6(address))
                .orElseThrow(() ->
                        new IllegalArgumentException("has no valid %s address".formatted(isFour ? "IPv4" : "IPv6")));
        refuse(prefix.startsWith("//"), "must have one slash before its prefix");
        int bits = prefix(prefix, isFour ? 32 : 128);
        return new Mechanism(text, result, kind, null, network, bits, bits);
    }

    private static @Nullable MacroString domain(String argument) {
        return argument.isEmpty() ? null : MacroString.parseDomain(argument.substring(1));
    }

    /** @param prefix with its slash, or empty for all bits */
    private static int prefix(String prefix, int most) {
        if (prefix.isEmpty()) {
            return most;
        }
        String digits = prefix.substring(1);
        boolean isPlain = digits.length() <= 3 && (digits.equals("0") || !digits.startsWith("0"));
        refuse(!isPlain || Integer.parseInt(digits) > most, "must have a prefix from /0 to /" + most);
        return Integer.parseInt(digits);
    }

    private static void refuse(boolean isWrong, String problem) {
        if (isWrong) {
            throw new IllegalArgumentException(problem);
        }
    }
}
