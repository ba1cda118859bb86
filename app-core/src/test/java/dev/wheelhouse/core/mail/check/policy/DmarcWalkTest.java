package dev.wheelhouse.core.mail.check.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.FakeDns;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of RFC 9989 section 4.10 and what is beside them. */
class DmarcWalkTest {

    private final List<String> asked = new ArrayList<>();

    private DmarcWalk walk(String domain, FakeDns dns) {
        return DmarcWalk.from(domain, name -> {
            asked.add(name);
            return dns.resolved(new DnsQuestion(name, DnsType.TXT));
        });
    }

    private DmarcWalk walk(String domain, String zone) {
        return walk(domain, new FakeDns().zone("com", zone));
    }

    @Test
    void theShortestNameWithARecordIsTheOrganization() {
        DmarcWalk walk = walk("a.mail.example.com", """
                _dmarc.mail.example.com TXT v=DMARC1; p=reject
                _dmarc.example.com TXT v=DMARC1; p=none; sp=quarantine
                """);

        assertThat(walk.organization()).isEqualTo("example.com");
        assertThat(walk.policyDomain()).isEqualTo("example.com");
        assertThat(walk.policy())
                .isNotNull()
                .extracting(DmarcRecord::policyBelow)
                .isEqualTo("sp=quarantine");
    }

    @Test
    void oneBelowAPublicSuffixIsTheOrganization() {
        DmarcWalk walk = walk("a.mail.example.com", "_dmarc.com TXT v=DMARC1; p=reject; psd=y");

        assertThat(walk.organization()).isEqualTo("example.com");
        assertThat(walk.policyDomain()).isEqualTo("com");
    }

    @Test
    void theOrganizationsRecordGoesBeforeThatOfThePublicSuffix() {
        DmarcWalk walk = walk("mail.example.com", """
                _dmarc.example.com TXT v=DMARC1; p=none
                _dmarc.com TXT v=DMARC1; p=reject; psd=y
                """);

        assertThat(walk.policyDomain()).isEqualTo("example.com");
    }

    @Test
    void stopsWhereAnOrganizationSaysThatItIsOne() {
        DmarcWalk walk = walk("a.mail.example.com", """
                _dmarc.mail.example.com TXT v=DMARC1; p=none; psd=n
                _dmarc.example.com TXT v=DMARC1; p=reject
                """);

        assertThat(walk.organization()).isEqualTo("mail.example.com");
        assertThat(asked).doesNotContain("_dmarc.example.com");
    }

    @Test
    void theOwnRecordHolds() {
        DmarcWalk walk = walk("mail.example.com", """
                _dmarc.mail.example.com TXT v=DMARC1; p=reject
                _dmarc.example.com TXT v=DMARC1; p=none
                """);

        assertThat(walk.policyDomain()).isEqualTo("mail.example.com");
        assertThat(walk.organization()).isEqualTo("example.com");
    }

    @Test
    void withoutRecordsTheDomainItselfIsTheOrganization() {
        DmarcWalk walk = walk("mail.example.com", "example.com A 192.0.2.1");

        assertThat(walk).isEqualTo(new DmarcWalk("mail.example.com", null, null, false));
    }

    @Test
    void severalRecordsAndOthersCountAsNone() {
        DmarcWalk walk = walk("mail.example.com", """
                _dmarc.example.com TXT v=DMARC1; p=none
                _dmarc.example.com TXT v=DMARC1; p=reject
                _dmarc.com TXT v=spf1 -all
                """);

        assertThat(walk.policy()).isNull();
    }

    @Test
    void aLongNameCostsEightQuestions() {
        walk("a.b.c.d.e.f.g.h.i.mail.example.com", "example.com A 192.0.2.1");

        assertThat(asked)
                .hasSize(8)
                .startsWith("_dmarc.a.b.c.d.e.f.g.h.i.mail.example.com", "_dmarc.f.g.h.i.mail.example.com")
                .endsWith("_dmarc.com");
    }

    @Test
    void saysWhenAServerDidNotAnswer() {
        assertThat(walk("mail.example.com", new FakeDns().resolverFails("SERVFAIL"))
                        .isOpen())
                .isTrue();
    }
}
