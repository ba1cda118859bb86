package dev.wheelhouse.core.mail.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;

/** A name server of a zone with all its addresses. Thread-safe; equal to itself alone. */
final class ZoneServer {

    /** More than this a name server hardly has, and each may cost its whole time. */
    private static final int MOST_ADDRESSES = 4;

    private final String name;
    private final List<String> addresses;
    private final int port;
    private final String withoutAddress;

    /** That which answered last, so that what is silent is waited for once. */
    private volatile int good;

    /**
     * @param addresses in the order in which they are tried; the first {@link #MOST_ADDRESSES} count
     * @param withoutAddress what is said when there is none, a clause
     */
    ZoneServer(String name, List<String> addresses, int port, String withoutAddress) {
        this.name = name;
        this.addresses = addresses.stream().limit(MOST_ADDRESSES).toList();
        this.port = port;
        this.withoutAddress = withoutAddress;
    }

    /** A reply, and which address it came from or was hoped for. */
    record Replied(NameServer server, Reply reply) {}

    /** Asks one address after the other until one answers, whatever it says. */
    Replied ask(Function<InetSocketAddress, Reply> question) {
        int first = good;
        Replied failed = new Replied(new NameServer(name, "", port), Reply.failed(withoutAddress));
        for (int i = 0; i < addresses.size(); i++) {
            int now = (first + i) % addresses.size();
            NameServer asked = new NameServer(name, addresses.get(now), port);
            Reply reply = question.apply(new InetSocketAddress(InetAddress.ofLiteral(asked.address()), port));
            if (reply.message() != null) {
                good = now;
                return new Replied(asked, reply);
            }
            if (i == 0) {
                failed = new Replied(asked, reply);
            }
        }
        return failed;
    }

    NameServer unasked() {
        return new NameServer(name, addresses.isEmpty() ? "" : addresses.get(good), port);
    }
}
