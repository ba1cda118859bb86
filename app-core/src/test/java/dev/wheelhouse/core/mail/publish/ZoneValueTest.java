package dev.wheelhouse.core.mail.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZoneValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A | 192.0.2.1 | 192.0.2.1 | 192.0.2.1",
                "AAAA | 2001:DB8:0:0:0:0:0:1 | 2001:DB8:0:0:0:0:0:1 | 2001:db8::1",
                "MX | 10 Mail.example.com | 10 Mail.example.com. | 10 mail.example.com",
                "MX | 0 . | 0 . | 0 .",
                "CNAME | a.example.com | a.example.com. | a.example.com",
                "SRV | 0 1 993 a.example.com | 0 1 993 a.example.com. | 0 1 993 a.example.com",
                "CAA | 0 issue \"x.org\" | 0 issue \"x.org\" | 0 issue \"x.org\"",
                "TLSA | 3 1 1 ABCD EF | 3 1 1 ABCD EF | 3 1 1 abcdef"
            })
    void hasOneTextAndTheDataAsItWas(DnsType type, String given, String data, String text) {
        assertThat(ZoneValue.of(type, given)).isEqualTo(new ZoneValue(text, data));
        assertThat(ZoneValue.ofData(type, data)).isEqualTo(new ZoneValue(text, data));
    }

    @Test
    void aTextIsSplitAfter255BytesAndIsWholeAgain() {
        String text = "é".repeat(200);
        ZoneValue value = ZoneValue.of(DnsType.TXT, text);
        assertThat(value.data()).hasSize(2 * 200 * 4 + 5).contains("\\195\" \"\\169");
        assertThat(value.text()).isEqualTo(text);
        assertThat(ZoneValue.of(DnsType.TXT, "").data()).isEqualTo("\"\"");
    }

    @Test
    void everyTextComesBack() {
        Property.holds(2000, random -> {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(600);
            for (int i = 0; i < length; i++) {
                int point = random.nextInt(3) == 0 ? random.nextInt(0xd7ff) : ' ' + random.nextInt(95);
                text.appendCodePoint(point);
            }
            ZoneValue value = ZoneValue.of(DnsType.TXT, text.toString());
            assertThat(value.text()).isEqualTo(text.toString());
            assertThat(value.data().getBytes(StandardCharsets.US_ASCII))
                    .isEqualTo(value.data().getBytes(StandardCharsets.UTF_8));
        });
    }

    @Test
    void unquotedStringsAreReadToo() {
        assertThat(ZoneValue.ofData(DnsType.TXT, "one two\\032three \"four five\"")
                        .text())
                .isEqualTo("onetwo threefour five");
    }
}
