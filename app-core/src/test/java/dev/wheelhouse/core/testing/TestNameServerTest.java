package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** Asked by the library's own resolver, so that no mistake of ours is on both sides. */
class TestNameServerTest {

    private final TestNameServer server = TestNameServer.start("127.0.0.1", "127.0.0.2");

    @AfterEach
    void stop() {
        server.close();
    }

    private Message ask(String address, String name, String type, boolean recursion) throws IOException {
        SimpleResolver resolver =
                new SimpleResolver(new InetSocketAddress(InetAddress.ofLiteral(address), server.port()));
        Message query = Message.newQuery(Record.newRecord(TestZones.name(name), Type.value(type), DClass.IN));
        if (!recursion) {
            query.getHeader().unsetFlag(Flags.RD);
        }
        return resolver.send(query);
    }

    /** The zone of RFC 4592 section 2.2.1. */
    @ParameterizedTest
    @CsvSource({
        "host3.example, MX, NOERROR, 1",
        "host3.example, A, NOERROR, 0",
        "foo.bar.example, TXT, NOERROR, 1",
        "host1.example, MX, NOERROR, 0",
        "sub.*.example, MX, NOERROR, 0",
        "_telnet._tcp.host1.example, SRV, NXDOMAIN, 0",
        "ghost.*.example, MX, NXDOMAIN, 0",
        "_tcp.host1.example, A, NOERROR, 0"
    })
    void answersWildcardsAsTheRfcDoes(String name, String type, String rcode, int records) throws IOException {
        server.at("127.0.0.1").zone("example.", """
                        *.example. TXT "this is a wildcard"
                        *.example. MX 10 host1.example.
                        sub.*.example. TXT "this is not a wildcard"
                        host1.example. A 192.0.2.1
                        _ssh._tcp.host1.example. SRV 0 0 22 host1.example.
                        _ssh._tcp.host2.example. SRV 0 0 22 host1.example.
                        subdel.example. NS ns.example.com.
                        """);
        Message answer = ask("127.0.0.1", name, type, false);
        assertThat(Rcode.string(answer.getRcode())).isEqualTo(rcode);
        assertThat(answer.getSection(Section.ANSWER))
                .hasSize(records)
                .allSatisfy(each -> assertThat(each.getName().toString(true)).isEqualTo(name));
        assertThat(answer.getHeader().getFlag(Flags.AA)).isTrue();
    }

    @Test
    void refersToTheServersOfWhatItDelegated() throws IOException {
        server.at("127.0.0.1").zone("example.", "sub NS ns.example.com.");
        Message answer = ask("127.0.0.1", "host.sub.example", "A", false);
        assertThat(answer.getHeader().getFlag(Flags.AA)).isFalse();
        assertThat(answer.getSection(Section.ANSWER)).isEmpty();
        assertThat(answer.getSection(Section.AUTHORITY))
                .extracting(Record::getType)
                .containsExactly(Type.NS);
    }

    @Test
    void servesEachAddressItsOwnZonesAndResolvesInAll() throws IOException {
        server.at("127.0.0.1").zone("a.example.", "x CNAME y.b.example.");
        server.at("127.0.0.2").zone("b.example.", "y A 192.0.2.1");
        assertThat(ask("127.0.0.2", "x.a.example", "A", false).getRcode()).isEqualTo(Rcode.REFUSED);
        assertThat(ask("127.0.0.1", "x.a.example", "A", false).getSection(Section.ANSWER))
                .hasSize(1);
        Message resolved = ask("127.0.0.2", "x.a.example", "A", true);
        assertThat(resolved.getSection(Section.ANSWER)).hasSize(2);
        assertThat(resolved.getHeader().getFlag(Flags.RA)).isTrue();
        assertThat(resolved.getHeader().getFlag(Flags.AA)).isFalse();
        assertThat(ask("127.0.0.2", "x.c.example", "A", true).getRcode()).isEqualTo(Rcode.NXDOMAIN);
    }

    @Test
    void changesWhileItRuns() throws IOException {
        TestNameServer.Server changed = server.at("127.0.0.1").zone("example.", "x A 192.0.2.1");
        changed.add("example.", "x A 192.0.2.2").serial("example.", 9);
        assertThat(ask("127.0.0.1", "x.example", "A", false).getSection(Section.ANSWER))
                .hasSize(2);
        assertThat(ask("127.0.0.1", "example", "SOA", false)
                        .getSection(Section.ANSWER)
                        .toString())
                .contains(" 9 ");
        changed.remove("example.", "x.example.", "A");
        assertThat(ask("127.0.0.1", "x.example", "A", false).getRcode()).isEqualTo(Rcode.NXDOMAIN);
        changed.withoutZone("example.");
        assertThat(ask("127.0.0.1", "x.example", "A", false).getRcode()).isEqualTo(Rcode.REFUSED);
    }

    @Test
    void notesWhatItWasAsked() throws IOException {
        server.zone("example.", "x A 192.0.2.1");
        ask("127.0.0.1", "x.example", "A", true);
        ask("127.0.0.2", "x.example", "A", false);
        assertThat(server.questions())
                .isEqualTo(List.of(
                        new TestNameServer.Question("127.0.0.1", "x.example", "A", true, false),
                        new TestNameServer.Question("127.0.0.2", "x.example", "A", false, false)));
        assertThat(server.count("x.example", "A")).isEqualTo(2);
    }
}
