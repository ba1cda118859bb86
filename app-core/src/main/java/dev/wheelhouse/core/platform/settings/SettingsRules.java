package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.net.HostNames;
import dev.wheelhouse.core.platform.net.MailAddresses;
import dev.wheelhouse.core.platform.net.SocketAddresses;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What settings may be; problems are named by the paths of their fields. */
final class SettingsRules {

    static final int MOST_DAYS = 3650;
    static final int MOST_SUSTAINED = 3600;

    private static final int MOST_HOSTS = 100;
    private static final int MOST_RESOLVERS = 10;
    private static final int LONGEST_TEXT = 320;
    private static final int LONGEST_ADDRESS = 2000;
    private static final int LONGEST_PATH = 4096;
    private static final int LONGEST_MODEL = 200;
    private static final int LEAST_ANSWER_TOKENS = 64;
    private static final int MOST_ANSWER_TOKENS = 32_768;
    private static final int LEAST_TOKENS = 8_000;
    private static final int MOST_TOKENS = 10_000_000;
    private static final String HOST = "Give a host name or an IP address, such as mail.example.com or 10.0.0.5.";
    private static final String PUBLIC_ADDRESS =
            "Give an address such as https://console.example.com, without user, query and fragment.";
    /** Segments that no proxy reads as anything else. */
    private static final Pattern PATH = Pattern.compile("(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*");

    private final Problems problems;

    private SettingsRules(Problems problems) {
        this.problems = problems;
    }

    static void check(OrganizationSettings settings, Problems problems) {
        new SettingsRules(problems).check(settings);
    }

    static void check(ListenerSettings settings, Problems problems) {
        new SettingsRules(problems).check(settings);
    }

    /** Whether others could reach a listener that does not encrypt. */
    static boolean isOpenWithoutTls(ListenerSettings listener) {
        return listener.tls() == null
                && HostNames.isAddress(listener.address())
                && !listener.inetAddress().isLoopbackAddress();
    }

    /** What to do where {@link #isOpenWithoutTls}. */
    static String withoutTls(ListenerSettings listener) {
        return "Others can reach " + listener.address() + ". Give a certificate and its key, or listen on 127.0.0.1.";
    }

    /** A name or an address; IPv6 also in brackets, as in a URL. */
    static boolean isHost(String text) {
        return HostNames.isName(text) || HostNames.isAddress(HostNames.bare(text));
    }

    private void check(OrganizationSettings settings) {
        if (settings.smtp() != null) {
            check(settings.smtp());
        }
        if (settings.assistant() != null) {
            check(settings.assistant());
        }
        checkPublicAddress(settings.publicAddress());
        checkHosts("privateHosts", settings.privateHosts(), HostNames::isTarget);
        Retention retention = settings.retention();
        checkRange("retention.eventDays", retention.eventDays(), 1, MOST_DAYS);
        checkRange("retention.historyDays", retention.historyDays(), 1, MOST_DAYS);
        checkRange("retention.jobDays", retention.jobDays(), 1, MOST_DAYS);
        checkRange("retention.deliveryDays", retention.deliveryDays(), 1, MOST_DAYS);
        Thresholds thresholds = settings.thresholds();
        checkRange("thresholds.diskPercent", thresholds.diskPercent(), 1, 100);
        checkRange("thresholds.cpuPercent", thresholds.cpuPercent(), 1, 100);
        checkRange("thresholds.memoryPercent", thresholds.memoryPercent(), 1, 100);
        checkRange("thresholds.sustainedSeconds", thresholds.sustainedSeconds(), 0, MOST_SUSTAINED);
        checkCount("dns.resolvers", settings.dns().resolvers(), MOST_RESOLVERS);
        for (int i = 0; i < settings.dns().resolvers().size(); i++) {
            checkResolver("dns.resolvers[" + i + "]", settings.dns().resolvers().get(i));
        }
        checkPort("dns.port", settings.dns().port());
    }

    private void check(Smtp smtp) {
        if (!isHost(smtp.host())) {
            problems.add("smtp.host", HOST);
        }
        checkPort("smtp.port", smtp.port());
        String user = smtp.user();
        if (user != null && (user.isBlank() || user.length() > LONGEST_TEXT || hasControl(user))) {
            problems.add("smtp.user", "Give 1 to " + LONGEST_TEXT + " characters, none of control, or none at all.");
        }
        if (!MailAddresses.isAddress(smtp.from())) {
            problems.add("smtp.from", "Give a mail address such as wheelhouse@example.com.");
        }
    }

    private void check(AssistantSettings assistant) {
        problems.or(assistant::baseUri);
        String model = assistant.model();
        if (model.isBlank() || model.length() > LONGEST_MODEL || hasControl(model)) {
            problems.add("assistant.model", "Give the model's name: 1 to " + LONGEST_MODEL + " characters.");
        }
        checkRange("assistant.maxAnswerTokens", assistant.maxAnswerTokens(), LEAST_ANSWER_TOKENS, MOST_ANSWER_TOKENS);
        checkRange("assistant.maxTokens", assistant.maxTokens(), LEAST_TOKENS, MOST_TOKENS);
    }

    private void checkPublicAddress(@Nullable String text) {
        if (text != null && !isPublicAddress(text)) {
            problems.add("publicAddress", PUBLIC_ADDRESS);
        }
    }

    private static boolean isPublicAddress(String text) {
        if (text.length() > LONGEST_ADDRESS) {
            return false;
        }
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https"))
                    && uri.getHost() != null
                    && isHost(uri.getHost())
                    && uri.getPort() <= 65535
                    && uri.getPort() != 0
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && PATH.matcher(uri.getRawPath()).matches();
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private void check(ListenerSettings listener) {
        checkAddress("listener.address", listener.address());
        checkPort("listener.port", listener.port());
        checkHosts("listener.hostNames", listener.hostNames(), SettingsRules::isHost);
        ListenerSettings.Tls tls = listener.tls();
        if (tls != null) {
            checkFile("listener.tls.certificateFile", tls.certificateFile());
            checkFile("listener.tls.keyFile", tls.keyFile());
        } else if (isOpenWithoutTls(listener)) {
            problems.add("listener.tls", withoutTls(listener));
        }
    }

    private void checkFile(String path, String file) {
        try {
            if (!file.isEmpty()
                    && file.length() <= LONGEST_PATH
                    && Path.of(file).isAbsolute()) {
                return;
            }
        } catch (InvalidPathException _) {
            // Said below.
        }
        problems.add(path, "Give the absolute path of a file on the console's machine.");
    }

    private void checkHosts(String path, List<String> hosts, Predicate<String> rule) {
        checkCount(path, hosts, MOST_HOSTS);
        for (int i = 0; i < hosts.size(); i++) {
            if (!rule.test(hosts.get(i))) {
                problems.add(path + "[" + i + "]", HOST);
            }
        }
    }

    private void checkCount(String path, List<String> list, int most) {
        if (list.size() > most) {
            problems.add(path, "Give at most " + most + ".");
        }
    }

    private void checkAddress(String path, String text) {
        if (!HostNames.isAddress(text)) {
            problems.add(path, "Give an IP address, such as 127.0.0.1 or ::1.");
        }
    }

    private void checkResolver(String path, String text) {
        if (SocketAddresses.read(text, Dns.DEFAULTS.port()).isEmpty()) {
            problems.add(path, "Give an IP address, such as 127.0.0.1, 127.0.0.1:5353, ::1 or [::1]:5353.");
        }
    }

    private void checkPort(String path, int port) {
        checkRange(path, port, 1, 65535);
    }

    private void checkRange(String path, int value, int least, int most) {
        if (value < least || value > most) {
            problems.add(path, "Give a number from " + least + " to " + most + ".");
        }
    }

    private static boolean hasControl(String text) {
        return text.codePoints().anyMatch(Character::isISOControl);
    }
}
