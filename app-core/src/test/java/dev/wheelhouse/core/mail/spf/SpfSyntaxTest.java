package dev.wheelhouse.core.mail.spf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7208 section 12, with the cases of the SPF community's test suite that are about it. */
class SpfSyntaxTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "moo | The term moo has no known mechanism.",
                "all. | The term all. has no known mechanism.",
                "-all:example.org | The term -all:example.org must be all, with nothing behind it.",
                "-all/8 | The term -all/8 must be all, with nothing behind it.",
                "+-all | The term +-all is neither a mechanism nor a modifier.",
                "redirect:example.org | The term redirect:example.org has no known mechanism.",
                "1up=x | The term 1up=x is neither a mechanism nor a modifier.",
                "=all | The term =all is neither a mechanism nor a modifier.",
                "moo/far=man | The term moo/far=man is neither a mechanism nor a modifier.",
                "a: | The term a: has no domain name.",
                "a:museum | The term a:museum does not end in a valid domain name.",
                "a:museum. | The term a:museum. does not end in a valid domain name.",
                "a:192.0.2.1 | The term a:192.0.2.1 does not end in a valid domain name.",
                "a:example.123 | The term a:example.123 does not end in a valid domain name.",
                "a:example.-com | The term a:example.-com does not end in a valid domain name.",
                "a:example.com- | The term a:example.com- does not end in a valid domain name.",
                "a:example.com:25 | The term a:example.com:25 does not end in a valid domain name.",
                "a:%{d}com | The term a:%{d}com does not end in a valid domain name.",
                "a/33 | The term a/33 must have a prefix from /0 to /32.",
                "a/032 | The term a/032 must have a prefix from /0 to /32.",
                "a//129 | The term a//129 must have a prefix from /0 to /128.",
                "a/24/64 | The term a/24/64 is neither a mechanism nor a modifier.",
                "mx: | The term mx: has no domain name.",
                "mx/33 | The term mx/33 must have a prefix from /0 to /32.",
                "ptr/0 | The term ptr/0 does not end in a valid domain name.",
                "ptr: | The term ptr: has no domain name.",
                "include | The term include has no domain name.",
                "include: | The term include: has no domain name.",
                "include:example.org/24 | The term include:example.org/24 does not end in a valid domain name.",
                "exists | The term exists has no domain name.",
                "exists:example.org/24 | The term exists:example.org/24 does not end in a valid domain name.",
                "ip4 | The term ip4 has no valid IPv4 address.",
                "ip4:192.0.2 | The term ip4:192.0.2 has no valid IPv4 address.",
                "ip4:192.0.2.1:25 | The term ip4:192.0.2.1:25 has no valid IPv4 address.",
                "ip4:2001:db8::1 | The term ip4:2001:db8::1 has no valid IPv4 address.",
                "ip4:192.0.2.1/33 | The term ip4:192.0.2.1/33 must have a prefix from /0 to /32.",
                "ip4:192.0.2.1/032 | The term ip4:192.0.2.1/032 must have a prefix from /0 to /32.",
                "ip4:192.0.2.1//32 | The term ip4:192.0.2.1//32 must have one slash before its prefix.",
                "ip6::CAFE::BABE | The term ip6::CAFE::BABE has no valid IPv6 address.",
                "ip6:192.0.2.1 | The term ip6:192.0.2.1 has no valid IPv6 address.",
                "ip6:::1/129 | The term ip6:::1/129 must have a prefix from /0 to /128.",
                "exp= | The term exp= has no domain name.",
                "exp=-all | The term exp=-all does not end in a valid domain name.",
                "redirect=-all | The term redirect=-all does not end in a valid domain name.",
                "exp=%{r}.example.org | The term exp=%{r}.example.org has the macro %{r}, which only explanations may"
                        + " have.",
                "foo=%abc | The term foo=%abc has a % that begins no macro; write %% for the character.",
                "exists:%(ir).example.org | The term exists:%(ir).example.org has a % that begins no macro; write %%"
                        + " for the character.",
                "a:x%.example.org | The term a:x%.example.org has a % that begins no macro; write %% for the"
                        + " character.",
                "a:%{a}.example.org | The term a:%{a}.example.org has a % that begins no macro; write %% for the"
                        + " character.",
                "a:%{d0}.example.org | The term a:%{d0}.example.org keeps no part of the macro %{d0}.",
                "a:bücher.example | The term a:bücher.example has a character that is not visible ASCII."
            })
    void findsErrors(String term, String problem) {
        SpfRecord record = SpfRecord.parse("v=spf1 ip4:192.0.2.1 -all " + term);

        assertThat(record.error()).contains(new SpfTerm.Invalid(term, problem));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a:ctrl.example.com\rptr", "a:example.com\tmx", "a:foo.example.com\0", "\u0080a:example.net"})
    void refusesCharactersThatAreNotVisible(String term) {
        assertThat(SpfRecord.parse("v=spf1 " + term + " -all").error()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "moo.cow-far_out=man:dog/cat",
                "default=+",
                "foo=",
                "a:foo:bar/baz.example.com",
                "a:foo.example.xn--zckzah/24//64",
                "a//0",
                "a:%{d}",
                "a:x%%",
                "a:mail..example.com",
                "ip6:::1.1.1.1/0",
                "ip6:Cafe:Babe:8000::/33",
                "IP4:192.0.2.0/24",
                "eXists:%{l1r+-/=}.example.com.",
                "mx:example.2c"
            })
    void readsWhatTheGrammarAllows(String term) {
        SpfRecord record = SpfRecord.parse("v=spf1 " + term + " -all ");

        assertThat(record.error()).isEmpty();
        assertThat(record.terms()).hasSize(2);
    }

    @Test
    void redirectAndExpMayBeOnlyOnce() {
        assertThat(SpfRecord.parse("v=spf1 redirect=a.example redirect=b.example")
                        .error())
                .contains(new SpfTerm.Invalid("redirect=b.example", "The record has redirect more than once."));
        assertThat(SpfRecord.parse("v=spf1 exp=a.example -all EXP=a.example").error())
                .contains(new SpfTerm.Invalid("EXP=a.example", "The record has exp more than once."));
        assertThat(SpfRecord.parse("v=spf1 foo=a foo=a -all").error()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1, true",
        "V=sPf1 -all, true",
        "v=spf10, false",
        "v=spf1mx, false",
        "v=spf, false",
        "spf2.0/pra, false"
    })
    void knowsRecordsByTheirVersion(String text, boolean expected) {
        assertThat(SpfRecord.isSpf(text)).isEqualTo(expected);
    }
}
