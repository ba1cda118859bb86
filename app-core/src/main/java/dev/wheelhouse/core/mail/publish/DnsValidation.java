package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.platform.net.HostNames;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks the field {@code dns} of a domain, looks no name up and repeats no secret. */
public final class DnsValidation {

    private static final int DEFAULT_PORT = 53;
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_SECRET = 1024;
    private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

    /** What a header of HTTP can carry (RFC 6750 section 2.1 for bearer tokens; PowerDNS says nothing). */
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1," + LONGEST_SECRET + "}");

    private final Problems problems = new Problems();
    private final DnsDraft draft;
    private final String domain;

    private DnsValidation(DnsDraft draft, String domain) {
        this.draft = draft;
        this.domain = domain;
    }

    /**
     * A draft that is right.
     *
     * @param secret the TSIG secret in Base64 or the token, as it is kept; null when it was left out
     */
    public record Checked(DnsSettings settings, @Nullable String secret) {

        /** Without the secret. */
        @Override
        public String toString() {
            return settings.toString();
        }
    }

    /**
     * @param domain in lower case as A-labels
     * @param hasSecret whether the secret may be left out, as one is kept for the same provider
     * @throws AppException {@code validation_failed} with every field at fault, as {@code dns.server}
     */
    public static Checked check(DnsDraft draft, String domain, boolean hasSecret) {
        return new DnsValidation(draft, domain).checked(hasSecret);
    }

    private Checked checked(boolean hasSecret) {
        DnsProvider provider = provider();
        if (provider == null) {
            problems.throwIfAny();
        }
        DnsProvider known = Objects.requireNonNull(provider);
        given().keySet().stream()
                .filter(each -> !known.fields().contains(each))
                .forEach(each -> add(each, "Leave this out: the provider " + known.wireName() + " has none."));
        DnsSettings settings = switch (known) {
            case RFC2136 -> new DnsSettings(known, server(), port(), zone(), tsigName(), tsigAlgorithm(), null);
            case CLOUDFLARE -> new DnsSettings(known, null, null, zone(), null, null, null);
            case POWERDNS -> new DnsSettings(known, null, null, zone(), null, null, url());
        };
        String secret = secret(known, hasSecret);
        problems.throwIfAny();
        return new Checked(settings, secret);
    }

    private Map<String, Object> given() {
        Map<String, Object> given = new LinkedHashMap<>();
        put(given, "server", draft.server());
        put(given, "port", draft.port());
        put(given, "zone", draft.zone());
        put(given, "tsigName", draft.tsigName());
        put(given, "tsigAlgorithm", draft.tsigAlgorithm());
        put(given, "tsigSecret", draft.tsigSecret());
        put(given, "url", draft.url());
        put(given, "token", draft.token());
        return given;
    }

    private static void put(Map<String, Object> given, String field, @Nullable Object value) {
        if (value != null) {
            given.put(field, value);
        }
    }

    private void add(String field, String message) {
        problems.add("dns." + field, message);
    }

    private @Nullable DnsProvider provider() {
        try {
            return WireName.of(DnsProvider.class, String.valueOf(draft.provider()));
        } catch (IllegalArgumentException _) {
            add("provider", "Give one of " + names(DnsProvider.values()) + ".");
            return null;
        }
    }

    private static String names(WireName[] values) {
        return Arrays.stream(values).map(WireName::wireName).collect(Collectors.joining(", "));
    }

    private @Nullable String server() {
        String server =
                HostNames.bare(Objects.requireNonNullElse(draft.server(), "").strip());
        if (!HostNames.isName(server) && !HostNames.isAddress(server)) {
            add("server", "Give the host name or address of the primary name server, such as ns1.example.com.");
            return null;
        }
        return server.toLowerCase(Locale.ROOT);
    }

    private int port() {
        int port = Objects.requireNonNullElse(draft.port(), DEFAULT_PORT);
        if (port < 1 || port > 0xffff) {
            add("port", "Give a port from 1 to 65535, or leave it out for 53.");
        }
        return port;
    }

    private @Nullable String zone() {
        if (draft.zone() == null) {
            return null;
        }
        String zone = name(draft.zone());
        if (zone == null) {
            add("zone", "Give the name of the zone, such as example.com, or leave it out.");
        } else if (!DomainNames.isWithin(domain, zone)) {
            add("zone", "Give the zone that " + domain + " lies in: its own name or one above, or leave it out.");
        }
        return zone;
    }

    private @Nullable String tsigName() {
        String name = draft.tsigName() == null ? null : name(draft.tsigName());
        if (name == null) {
            add("tsigName", "Give the name of the key as the server has it, such as wheelhouse.");
        }
        return name;
    }

    /** In lower case as A-labels, without a dot at the end; null for what is no name of DNS. */
    private static @Nullable String name(String text) {
        String bare = text.strip();
        String plain = bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
        try {
            String ascii = HostNames.toAscii(plain, 0).toLowerCase(Locale.ROOT);
            return ascii.length() <= LONGEST_NAME && NAME.matcher(ascii).matches() ? ascii : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private @Nullable TsigAlgorithm tsigAlgorithm() {
        if (draft.tsigAlgorithm() == null) {
            return TsigAlgorithm.HMAC_SHA256;
        }
        String name = draft.tsigAlgorithm().strip().toLowerCase(Locale.ROOT);
        try {
            return WireName.of(TsigAlgorithm.class, name.endsWith(".") ? name.substring(0, name.length() - 1) : name);
        } catch (IllegalArgumentException _) {
            add("tsigAlgorithm", "Give one of " + names(TsigAlgorithm.values()) + ", or leave it out for hmac-sha256.");
            return null;
        }
    }

    private @Nullable String url() {
        if (draft.url() == null) {
            add("url", "Give the address of the server's API, such as http://ns1.example.com:8081.");
            return null;
        }
        String given = draft.url();
        String url = problems.or(() -> OutgoingTargets.parse("dns.url", given).toString());
        return url == null ? null : url.replaceAll("/+$", "");
    }

    private @Nullable String secret(DnsProvider provider, boolean hasSecret) {
        String given = provider == DnsProvider.RFC2136 ? draft.tsigSecret() : draft.token();
        if (given == null && hasSecret) {
            return null;
        }
        String secret = Objects.requireNonNullElse(given, "").strip();
        boolean fits = provider == DnsProvider.RFC2136
                ? isBase64(secret)
                : TOKEN.matcher(secret).matches();
        if (!fits) {
            add(
                    provider.secret(),
                    switch (provider) {
                        case RFC2136 -> "Give the secret in Base64, as tsig-keygen and keymgr print it.";
                        case CLOUDFLARE -> "Give an API token that may read and edit the DNS of the zone.";
                        case POWERDNS -> "Give the api-key of the server's configuration.";
                    });
        }
        return secret;
    }

    private static boolean isBase64(String secret) {
        try {
            return secret.length() <= LONGEST_SECRET && Base64.getDecoder().decode(secret).length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
