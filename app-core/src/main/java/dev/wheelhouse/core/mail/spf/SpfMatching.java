package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.mail.spf.SpfTerm.Mechanism;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether mechanisms match a sender (RFC 7208 section 5), and what macros stand for (section 7). */
final class SpfMatching {

    private static final int MOST_NAMES = 10;

    private final SpfSender sender;

    /** Asked for once, however many macros need them. */
    private @Nullable List<String> clientNames;

    SpfMatching(SpfSender sender) {
        this.sender = sender;
    }

    SpfSender sender() {
        return sender;
    }

    /** @param target askable, in lower case */
    boolean matches(Mechanism mechanism, String target, SpfQuestions.Asked asked) throws SpfStop {
        return switch (mechanism.kind()) {
            case ALL -> true;
            case IP4, IP6 -> mechanism.network() != null && isIn(mechanism.network(), mechanism);
            case A -> hasClient(target, mechanism, asked);
            case MX -> mxHasClient(target, mechanism, asked);
            case EXISTS -> !asked.values(SpfDns.Type.A, target).isEmpty();
            case PTR -> clientIsNamed(target, asked);
            case INCLUDE -> throw new IllegalArgumentException("An include is evaluated, not matched");
        };
    }

    private boolean isIn(SpfAddress network, Mechanism mechanism) {
        return sender.client().isIn(network, sender.client().isIpv4() ? mechanism.prefix4() : mechanism.prefix6());
    }

    private SpfDns.Type addressType() {
        return sender.client().isIpv4() ? SpfDns.Type.A : SpfDns.Type.AAAA;
    }

    private boolean hasClient(String name, Mechanism mechanism, SpfQuestions.Asked asked) throws SpfStop {
        return asked.values(addressType(), name).stream()
                .flatMap(each -> SpfAddress.parse(each).stream())
                .anyMatch(each -> isIn(each, mechanism));
    }

    private boolean mxHasClient(String target, Mechanism mechanism, SpfQuestions.Asked asked) throws SpfStop {
        List<String> hosts = asked.values(SpfDns.Type.MX, target);
        if (hosts.size() > MOST_NAMES) {
            throw SpfStop.permanent("%s has %d MX records; SPF allows %d.".formatted(target, hosts.size(), MOST_NAMES));
        }
        for (String each : hosts) {
            String host = SpfNames.normal(each);
            if (SpfNames.isAskable(host) && hasClient(host, mechanism, asked)) {
                return true;
            }
        }
        return false;
    }

    private boolean clientIsNamed(String target, SpfQuestions.Asked asked) throws SpfStop {
        String reverse = sender.client().reverseName();
        for (String name : names(asked.valuesIfAny(SpfDns.Type.PTR, reverse))) {
            if (SpfNames.isWithin(name, target) && isClient(asked.valuesIfAny(addressType(), name))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> names(List<String> values) {
        return values.stream()
                .limit(MOST_NAMES)
                .map(SpfNames::normal)
                .filter(SpfNames::isAskable)
                .toList();
    }

    private boolean isClient(List<String> addresses) {
        return addresses.stream()
                .flatMap(each -> SpfAddress.parse(each).stream())
                .anyMatch(sender.client()::equals);
    }

    /** @param domain whose record it is */
    MacroString.Values values(String domain, SpfQuestions.Asked asked) {
        return letter -> switch (letter) {
            case 's' -> sender.localPart() + "@" + sender.domain();
            case 'l' -> sender.localPart();
            case 'o' -> sender.domain();
            case 'd' -> domain;
            case 'i' -> sender.client().dotted();
            case 'p' -> clientName(domain, asked);
            case 'v' -> sender.client().family();
            case 'h' -> sender.helo();
            case 'c' -> sender.client().toString();
            case 'r' -> sender.receiver();
            case 't' -> Long.toString(sender.at().getEpochSecond());
            default -> throw new IllegalArgumentException("There is no macro " + letter);
        };
    }

    /** The domain itself before a name in it, and that before any other; {@code unknown} for none. */
    private String clientName(String domain, SpfQuestions.Asked asked) {
        if (clientNames == null) {
            SpfLookup reverse = asked.ask(SpfDns.Type.PTR, sender.client().reverseName());
            clientNames = names(reverse.answer().values()).stream()
                    .filter(name ->
                            isClient(asked.ask(addressType(), name).answer().values()))
                    .toList();
        }
        Comparator<String> nearest = Comparator.comparing(name -> !name.equals(domain));
        return clientNames.stream()
                .min(nearest.thenComparing(name -> !SpfNames.isWithin(name, domain)))
                .orElse("unknown");
    }
}
