package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Master;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

class AnswerReaderTest {

    private static Message message(String lines) throws IOException {
        Message message = new Message(1);
        message.getHeader().setFlag(Flags.QR);
        message.getHeader().setFlag(Flags.AA);
        try (Master master =
                new Master(new ByteArrayInputStream((lines + "\n").getBytes(StandardCharsets.UTF_8)), Name.root, 300)) {
            for (Record record = master.nextRecord(); record != null; record = master.nextRecord()) {
                message.addRecord(record, Section.ANSWER);
            }
        }
        return message;
    }

    private static DnsAnswer read(Message message, String name, DnsType type) {
        return AnswerReader.authoritative(Reply.of(message), new DnsQuestion(name, type))
                .answer();
    }

    private static List<String> values(String lines, String name, DnsType type) throws IOException {
        return read(message(lines), name, type).values();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    A      | 192.0.2.1                                  | 192.0.2.1
                    AAAA   | 2001:DB8:0:0:0:0:0:1                       | 2001:db8::1
                    AAAA   | ::ffff:192.0.2.1                           | ::ffff:c000:201
                    CNAME  | Mail.Example.COM.                          | mail.example.com
                    MX     | 10 Mail.Example.COM.                       | mail.example.com
                    MX     | 0 .                                        | .
                    NS     | xn--Bcher-kva.example.                     | xn--bcher-kva.example
                    PTR    | a\\.b.Example.                              | a\\.b.example
                    SRV    | 0 1 587 Mail.Example.COM.                  | 1 587 mail.example.com
                    SOA    | NS.Example. Admin.Example. 7 1 2 3 4       | ns.example admin.example 7 1 2 3 4
                    TXT    | "v=spf1 " "mx" " ~all"                     | v=spf1 mx ~all
                    TXT    | ""                                         | ``
                    TXT    | "\\228\\195\\164\\"\\\\"                        | äÃ¤"\\
                    CAA    | 0 issue "ca.example"                       | 0 issue "ca.example"
                    TLSA   | 3 1 1 AABB                                 | 3 1 1 AABB
                    DNSKEY | 257 3 13 AAAA                              | 257 3 13 AAAA
                    """)
    void writesEachTypeInOneForm(DnsType type, String text, String value) throws IOException {
        assertThat(values("x.example. " + type + " " + text, "x.example", type)).containsExactly(value);
    }

    @Test
    void joinsStringsOverTwoHundredAndFiftyFiveBytes() throws IOException {
        String half = "k".repeat(255);
        assertThat(values("x. TXT \"%s\" \"%s\" \"end\"".formatted(half, half), "x", DnsType.TXT))
                .containsExactly(half + half + "end");
    }

    @Test
    void sortsByPriorityAndTakesEachOnce() throws IOException {
        DnsAnswer answer =
                read(message("x. MX 20 a.\nx. MX 5 z.\nx. MX 5 b.\nx. MX 5 B.\ny. MX 1 other."), "x", DnsType.MX);
        assertThat(answer.records().stream().map(DnsRecord::text)).containsExactly("5 b", "5 z", "20 a");
    }

    @Test
    void takesNamesInAnyCase() throws IOException {
        assertThat(values("X.ExAmple. A 192.0.2.1", "x.example", DnsType.A)).containsExactly("192.0.2.1");
    }

    @Test
    void takesNamesWithSignsHoweverTheyAreWritten() throws IOException {
        for (String name : List.of("a@b.example", "a\\@b.example", "a\\064b.example")) {
            assertThat(values("a\\@b.example. A 192.0.2.1", name, DnsType.A)).containsExactly("192.0.2.1");
        }
    }

    @Test
    void passesOverOtherTypesClassesAndUnknownOnes() throws IOException {
        Message message = message("x. TYPE65400 \\# 2 abcd\nx. AAAA ::1");
        message.addRecord(
                Record.newRecord(Name.fromString("x."), Type.A, DClass.CH, 1, new byte[] {1, 2, 3, 4}), Section.ANSWER);
        assertThat(read(message, "x", DnsType.A).status()).isEqualTo(DnsAnswer.Status.NO_DATA);
    }

    @Test
    void leavesTheTargetOfACnameToItsOwnServers() throws IOException {
        AnswerReader.Reading reading = AnswerReader.authoritative(
                Reply.of(message("x. CNAME y.\ny. A 192.0.2.1")), new DnsQuestion("x", DnsType.A));
        assertThat(reading.leadsTo()).isEqualTo("y");
        assertThat(reading.answer().records()).isEmpty();
    }

    @Test
    void takesANameThatIsDeniedBesideItsCnameForTheTarget() throws IOException {
        Message message = message("x. CNAME y.");
        message.getHeader().setRcode(Rcode.NXDOMAIN);
        DnsQuestion question = new DnsQuestion("x", DnsType.A);
        assertThat(AnswerReader.authoritative(Reply.of(message), question).leadsTo())
                .isEqualTo("y");
        assertThat(AnswerReader.resolved(Reply.of(message), question))
                .isEqualTo(new DnsAnswer(DnsAnswer.Status.NO_SUCH_NAME, List.of(), List.of("y"), ""));
    }

    /** As BIND answers, and with an own record beside the CNAME, which no zone may have. */
    @Test
    void seesALoopThatTheServerGaveUp() throws IOException {
        Message message = message("x. CNAME y.\ny. CNAME x.\nx. A 192.0.2.1");
        message.getHeader().setRcode(Rcode.SERVFAIL);
        DnsQuestion question = new DnsQuestion("x", DnsType.TXT);
        assertThat(AnswerReader.authoritative(Reply.of(message), question).leadsTo())
                .isEqualTo("y");
        assertThat(AnswerReader.resolved(Reply.of(message), question))
                .isEqualTo(DnsAnswer.failed("its CNAMEs lead back to x"));
        assertThat(AnswerReader.resolved(Reply.of(message), new DnsQuestion("x", DnsType.A)))
                .isEqualTo(DnsAnswer.failed("failed to answer (SERVFAIL)"));
        message.getHeader().unsetFlag(Flags.AA);
        assertThat(AnswerReader.authoritative(Reply.of(message), question).answer())
                .isEqualTo(DnsAnswer.failed("failed to answer (SERVFAIL)"));
    }

    @Test
    void takesNoResolverThatDoesNotLookUpForOthers() throws IOException {
        Message message = message("");
        message.getHeader().unsetFlag(Flags.AA);
        DnsQuestion question = new DnsQuestion("x", DnsType.A);
        assertThat(AnswerReader.resolved(Reply.of(message), question))
                .isEqualTo(DnsAnswer.failed("does not look names up for others"));
        message.getHeader().setFlag(Flags.RA);
        assertThat(AnswerReader.resolved(Reply.of(message), question).status()).isEqualTo(DnsAnswer.Status.NO_DATA);
    }

    @Test
    void readsTheSerialOfItsOwnZoneAlone() throws IOException {
        Message message = message("example. SOA a. b. 4294967295 1 1 1 1");
        assertThat(AnswerReader.serial(Reply.of(message), "example")).isEqualTo(4_294_967_295L);
        assertThat(AnswerReader.serial(Reply.of(message), "x.example")).isNull();
        message.getHeader().unsetFlag(Flags.AA);
        assertThat(AnswerReader.serial(Reply.of(message), "example")).isNull();
    }

    @Test
    void believesNoZoneThatTheNameIsNotIn() throws IOException {
        Message message = new Message(1);
        message.addRecord(
                message("other. SOA a. b. 1 1 1 1 1").getSection(Section.ANSWER).getFirst(), Section.AUTHORITY);
        assertThat(AnswerReader.zone(Reply.of(message), "x.example")).isNull();
        assertThat(AnswerReader.zone(Reply.of(message), "x.other")).isEqualTo("other");
    }
}
