package dev.wheelhouse.core.mail.spf;

import static dev.wheelhouse.core.mail.spf.SpfResult.FAIL;
import static dev.wheelhouse.core.mail.spf.SpfResult.NONE;
import static dev.wheelhouse.core.mail.spf.SpfResult.PASS;
import static dev.wheelhouse.core.mail.spf.SpfResult.PERMERROR;
import static dev.wheelhouse.core.mail.spf.SpfResult.SOFTFAIL;
import static dev.wheelhouse.core.mail.spf.SpfResult.TEMPERROR;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of RFC 7208 one by one. The client is 192.0.2.1 and the domain example.org unless a test says otherwise. */
class SpfEvaluatorTest {

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "", "a..example.org", "example.org..", "[192.0.2.1]"})
    void aNameThatIsNoDomainHasNoResult(String domain) {
        ZoneDns dns = ZoneDns.of("localhost TXT v=spf1 -all");

        assertThat(evaluate(dns, domain, "192.0.2.1").result()).isEqualTo(NONE);
    }

    @Test
    void labelsMayHave63Characters() {
        String longest = "a".repeat(63) + ".example.org";
        ZoneDns dns = ZoneDns.of(longest + " TXT v=spf1 -all\na" + longest + " TXT v=spf1 -all");

        assertThat(evaluate(dns, longest, "192.0.2.1").result()).isEqualTo(FAIL);
        assertThat(evaluate(dns, "a" + longest, "192.0.2.1").result()).isEqualTo(NONE);
    }

    @Test
    void aDomainIsAskedForInLowerCaseAsALabels() {
        ZoneDns dns = ZoneDns.of("xn--bcher-kva.example TXT v=spf1 -all");

        assertThat(evaluate(dns, "Bücher.Example.", "192.0.2.1").result()).isEqualTo(FAIL);
        assertThat(dns.questions()).containsExactly("TXT xn--bcher-kva.example");
    }

    @Test
    void aBounceIsCheckedByItsHelo() {
        ZoneDns dns = ZoneDns.of(
                "mail.example.org TXT v=spf1 exists:%{l}.%{o} -all\npostmaster.mail.example.org A 127.0.0.2");
        SpfSender sender = SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "", "mail.example.org");

        assertThat(new SpfEvaluator(dns).evaluate(sender).result()).isEqualTo(PASS);
    }

    @Test
    void selectsTheOneRecordOfSpf() {
        assertThat(of("example.org A 192.0.2.1").reason()).isEqualTo("example.org has no SPF record.");
        assertThat(of("example.org TXT v=spf10 -all").result()).isEqualTo(NONE);
        assertThat(of("example.org TXT v=spf10\nexample.org TXT \u0096\nexample.org TXT V=SPF1 ~all")
                        .result())
                .isEqualTo(SOFTFAIL);
        SpfEvaluation twice = of("example.org TXT v=spf1 -all\nexample.org TXT v=sPf1 +all");
        assertThat(twice.result()).isEqualTo(PERMERROR);
        assertThat(twice.reason()).isEqualTo("example.org has 2 SPF records; it must have one.");
        SpfEvaluation silent = of("example.org FAILS");
        assertThat(silent.result()).isEqualTo(TEMPERROR);
        assertThat(silent.reason()).isEqualTo("The name servers did not answer for the TXT records of example.org.");
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1, NEUTRAL",
        "v=spf1 +all, PASS",
        "v=spf1 ?all, NEUTRAL",
        "v=spf1 ~all, SOFTFAIL",
        "v=spf1  -all, FAIL",
        "v=spf1 all -all, PASS",
        "v=spf1 ip4:192.0.2.2, NEUTRAL",
        "v=spf1 ip4:192.0.2.0/24 -all, PASS",
        "v=spf1 ~ip4:192.0.2.0/31, SOFTFAIL",
        "v=spf1 ip4:203.0.113.1/0 -all, PASS",
        "v=spf1 ip6:::/0 -all, FAIL",
        "v=spf1 -all ip4:nonsense, PERMERROR",
        "v=spf1 default=pass, NEUTRAL",
        "v=spf1 redirect=nowhere.example ?all, NEUTRAL",
        "v=spf1 redirect=nowhere.example, PERMERROR"
    })
    void qualifiersAndDefaults(String record, SpfResult expected) {
        assertThat(of("example.org TXT " + record).result()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a/24//64, 192.0.2.9, PASS",
        "a/24//64, 2001:db8:1234::9, PASS",
        "a/24, 2001:db8:1234::9, FAIL",
        "a//64, 192.0.2.9, FAIL",
        "a/0, 203.0.113.1, PASS",
        "a/0, 2001:db9::1, FAIL",
        "a//0, 2001:db9::1, PASS",
        "a//0, ::ffff:203.0.113.1, FAIL",
        "a, ::FFFF:192.0.2.7, PASS",
        "a:nowhere.example/0, 192.0.2.7, FAIL",
        "a:mail..example.org, 192.0.2.7, FAIL",
        "mx, 192.0.2.7, FAIL",
        "mx:mx.example, 192.0.2.7, PASS",
        "mx:mx.example//64, 2001:db8:1234::9, PASS",
        "mx:null.example, 192.0.2.7, FAIL",
        "exists:example.org, 2001:db9::1, PASS",
        "exists:six.example, 2001:db8::6, FAIL",
        "ip6:2001:db8:8000::/33, 2001:db8:9000::1, PASS",
        "ip6:2001:db8:8000::/33, 2001:db8:7000::1, FAIL",
        "ip6:::ffff:192.0.2.7, ::ffff:192.0.2.7, FAIL",
        "ptr, 192.0.2.7, PASS",
        "ptr, 2001:db8:1234::7, PASS",
        "ptr:other.example, 192.0.2.7, FAIL",
        "ptr, 192.0.2.8, FAIL",
        "ptr, 192.0.2.66, FAIL"
    })
    void mechanisms(String term, String client, SpfResult expected) {
        ZoneDns dns = ZoneDns.of("""
            example.org A 192.0.2.7
            example.org AAAA 2001:db8:1234::7
            mx.example MX nowhere.example
            mx.example MX Example.ORG.
            null.example MX .
            six.example AAAA 2001:db8::6
            7.2.0.192.in-addr.arpa PTR broken.example.org
            7.2.0.192.in-addr.arpa PTR forged.example.org
            7.2.0.192.in-addr.arpa PTR Mail.Example.Org.
            8.2.0.192.in-addr.arpa PTR forged.example.org
            66.2.0.192.in-addr.arpa FAILS
            7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.4.3.2.1.8.b.d.0.1.0.0.2.ip6.arpa PTR mail.example.org
            broken.example.org FAILS
            forged.example.org A 203.0.113.1
            mail.example.org A 192.0.2.7
            mail.example.org AAAA 2001:db8:1234::7
            """);
        dns.add("example.org TXT v=spf1 " + term + " -all");

        assertThat(evaluate(dns, "example.org", client).result()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:silent.example",
                "mx:silent.example",
                "mx:half.example",
                "exists:silent.example",
                "include:silent.example",
                "redirect=silent.example"
            })
    void nameServersThatDoNotAnswerAreATemporaryError(String term) {
        SpfEvaluation evaluation =
                of("half.example MX silent.example\nsilent.example FAILS\nexample.org TXT v=spf1 " + term);

        assertThat(evaluation.result()).isEqualTo(TEMPERROR);
        assertThat(evaluation.reason())
                .startsWith("The name servers did not answer for the ")
                .endsWith(" of silent.example.");
    }

    @ParameterizedTest
    @CsvSource({
        "+all, PASS",
        "-all, SOFTFAIL",
        "~all, SOFTFAIL",
        "?all, SOFTFAIL",
        "moo, PERMERROR",
        "redirect=x.example, PERMERROR"
    })
    void anIncludeMatchesOnlyWhatPasses(String included, SpfResult expected) {
        SpfEvaluation evaluation =
                of("example.org TXT v=spf1 include:other.example ~all\nother.example TXT v=spf1 " + included);

        assertThat(evaluation.result()).isEqualTo(expected);
    }

    @Test
    void anIncludeOfNoRecordIsAnError() {
        SpfEvaluation evaluation = of("example.org TXT v=spf1 include:other.example ~all");

        assertThat(evaluation.result()).isEqualTo(PERMERROR);
        assertThat(evaluation.reason())
                .isEqualTo("The record of example.org includes other.example, but other.example has no SPF record.");
    }

    @Test
    void aRedirectChangesTheDomainAndTheExplanation() {
        ZoneDns dns = ZoneDns.of("""
            example.org TXT v=spf1 exp=one.example redirect=other.example
            example.org A 192.0.2.1
            other.example TXT v=spf1 a -all exp=two.example
            other.example A 192.0.2.2
            one.example TXT One
            two.example TXT Two, %{d}
            """);

        SpfEvaluation evaluation = evaluate(dns, "example.org", "192.0.2.1");
        assertThat(evaluation.result()).isEqualTo(FAIL);
        assertThat(evaluation.explanation()).isEqualTo("Two, other.example");
        assertThat(evaluation.mechanism()).isEqualTo("-all");
        assertThat(evaluation.reason()).isEqualTo("192.0.2.1 matches -all in the record of other.example.");
        assertThat(evaluate(dns, "example.org", "192.0.2.2").result()).isEqualTo(PASS);
    }

    @Test
    void anIncludedRecordExplainsNothing() {
        SpfEvaluation evaluation = of("""
            example.org TXT v=spf1 include:other.example -all exp=one.example
            other.example TXT v=spf1 -all exp=two.example
            one.example TXT One
            two.example TXT Two
            """);

        assertThat(evaluation.explanation()).isEqualTo("One");
    }

    @ParameterizedTest
    @CsvSource({
        "Connections from %{c} at %{t} to %{r}., Connections from 192.0.2.1 at 86400 to mx.example.net.",
        "%{L}, ~jack%26jill%3Dup-a_b3.c",
        "%{h} is %{p}, helo.example.net is unknown",
        "50%% of%_all%-mail, 50% of all%20mail",
        "%{x}, ",
        "\u00efExplanation, "
    })
    void explanationsHaveMacrosOfTheirOwn(String text, String expected) {
        ZoneDns dns = ZoneDns.of("example.org TXT v=spf1 -all exp=why.%{d}\nwhy.example.org TXT " + text);
        SpfSender sender = new SpfSender(
                SpfAddress.parse("192.0.2.1").orElseThrow(),
                "example.org",
                "~jack&jill=up-a_b3.c",
                "helo.example.net",
                "mx.example.net",
                Instant.ofEpochSecond(86_400));

        SpfEvaluation evaluation = new SpfEvaluator(dns).evaluate(sender);

        assertThat(evaluation.result()).isEqualTo(FAIL);
        assertThat(evaluation.explanation()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "why.example.org TXT One\nwhy.example.org TXT Two", "why.example.org FAILS"})
    void anExplanationThatCannotBeReadIsNone(String zone) {
        SpfEvaluation evaluation = of("example.org TXT v=spf1 -all exp=why.example.org\n" + zone);

        assertThat(evaluation.result()).isEqualTo(FAIL);
        assertThat(evaluation.explanation()).isNull();
    }

    @Test
    void aLongNameLosesLabelsAtItsLeft() {
        String domain = "somewhat.long.example.org";
        ZoneDns dns = new ZoneDns();
        dns.add(domain, SpfDns.Type.TXT, "v=spf1 exists:first." + "%{o}.".repeat(11) + "example.com -all");

        evaluate(dns, domain, "192.0.2.1");

        String cut = "org." + (domain + ".").repeat(9) + "example.com";
        assertThat(dns.questions().getLast()).isEqualTo("A " + cut);
        assertThat(cut).hasSizeLessThanOrEqualTo(253);
        assertThat("example." + cut).hasSizeGreaterThan(253);
    }

    @Test
    void aNameKeepsAsMuchAsFits() {
        String longest = "a." + "b".repeat(243) + ".example";

        assertThat(longest).hasSize(253);
        assertThat(MacroString.parseDomain("x." + longest).expandName(_ -> "")).isEqualTo(longest);
        assertThat(MacroString.parseDomain(longest + ".").expandName(_ -> "")).isEqualTo(longest);
    }

    @Test
    void blanksAndPercentSignsOfMacrosAreAskedFor() {
        ZoneDns dns = new ZoneDns();
        dns.add("example.org", SpfDns.Type.TXT, "v=spf1 a:m%%p%_%_s%-u.example.com -all");
        dns.add("m%p  s%20u.example.com", SpfDns.Type.A, "192.0.2.1");

        assertThat(evaluate(dns, "example.org", "192.0.2.1").result()).isEqualTo(PASS);
    }

    @Test
    void theNameOfAClientIsNearestToTheDomain() {
        ZoneDns dns = ZoneDns.of("""
            example.org TXT v=spf1 exists:%{p}.list.example -all
            1.2.0.192.in-addr.arpa PTR mail.example.net
            1.2.0.192.in-addr.arpa PTR mail.example.org
            1.2.0.192.in-addr.arpa PTR forged.example.org
            mail.example.net A 192.0.2.1
            mail.example.org A 192.0.2.1
            forged.example.org A 192.0.2.9
            mail.example.org.list.example A 127.0.0.2
            """);

        assertThat(evaluate(dns, "example.org", "192.0.2.1").result()).isEqualTo(PASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OEMCOMPUTER", "JUMPIN' JUPITER", "[192.0.2.1]", "%%%%%%"})
    void aHeloThatIsNoNameMatchesNothing(String helo) {
        ZoneDns dns = ZoneDns.of("example.org TXT v=spf1 a:%{H} -all");
        SpfSender sender = SpfSender.of(SpfAddress.parse("192.0.2.1").orElseThrow(), "example.org", helo);

        assertThat(new SpfEvaluator(dns).evaluate(sender).result()).isEqualTo(FAIL);
    }

    private static SpfEvaluation of(String zone) {
        return evaluate(ZoneDns.of(zone), "example.org", "192.0.2.1");
    }

    private static SpfEvaluation evaluate(SpfDns dns, String domain, String client) {
        SpfAddress address = SpfAddress.parse(client).orElseThrow();
        // An empty domain is replaced by the HELO.
        return new SpfEvaluator(dns)
                .evaluate(SpfSender.of(address, domain, domain.isEmpty() ? "localhost" : "helo.example.net"));
    }
}
