package dev.wheelhouse.core.mail.publish.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.DnsProvider;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** APIs that answer what they never should: each time a sentence, and never the token. */
class HostileZoneApiTest {

    private static final String ZONE = "example.test";
    private static final String TOKEN = "a-token-to-keep";
    private static final String ONE = "[{'id': 'example.test.', 'name': 'example.test.'}]";

    private final Workers workers = new Workers();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        workers.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            asked.add(path);
            String text = answers.entrySet().stream()
                    .filter(each -> path.contains(each.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("{}");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private ZoneProvider provider(DnsProvider kind) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        boolean isPowerDns = kind == DnsProvider.POWERDNS;
        return new ZoneProviders(
                        new OutgoingRequests(() -> List.of("127.0.0.1"), workers),
                        url,
                        Clock.systemUTC(),
                        DnsTimeouts.STANDARD)
                .of(
                        new DnsSettings(kind, null, null, null, null, null, isPowerDns ? url.toString() : null),
                        TOKEN,
                        "mail." + ZONE);
    }

    private static List<DnsQuestion> questions() {
        return Arrays.stream(DnsType.values())
                .map(type -> new DnsQuestion(ZONE, type))
                .toList();
    }

    private String refusal(DnsProvider kind) {
        AppException refused =
                catchThrowableOfType(AppException.class, () -> provider(kind).read(questions()));
        assertThat(refused).as("no refusal").isNotNull();
        assertThat(refused.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        assertThat(refused.getMessage()).doesNotContain(TOKEN);
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null
            [null]
            {'id': 5}
            [{'id': null, 'name': 'example.test.'}]
            [{'id': 'example.test.'}]
            [[]]
            <html>a-token-to-keep</html>
            """)
    void aListOfZonesThatIsNoneIsNamed(String text) {
        answers.put("zone=", text);

        assertThat(refusal(DnsProvider.POWERDNS)).isEqualTo("127.0.0.1 answered something that is not of its API.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null
            []
            {'id': 'x', 'name': null, 'rrsets': []}
            {'id': 'x', 'name': 'example.test.', 'rrsets': [null]}
            {'id': 'x', 'name': 'example.test.', 'rrsets': [{'name': 'example.test.', 'type': 'MX', 'ttl': 1}]}
            {'id': 'x', 'name': 'example.test.', 'rrsets': [{'name': 'example.test.', 'type': 'MX', 'ttl': 1, 'records': [{}]}]}
            {'id': 'x', 'name': 'example.test.', 'rrsets': [{'name': 'example.test.', 'type': 'MX', 'ttl': 1, 'records': [null]}]}
            """)
    void aZoneThatIsNoneIsNamed(String text) {
        answers.put("zone=", ONE);
        answers.put("/example.test.", text);

        assertThat(refusal(DnsProvider.POWERDNS)).isEqualTo("127.0.0.1 answered something that is not of its API.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            MX   | 60 | abc
            MX   | 60 | 99999999999 mail.example.test.
            SRV  | 60 | 1 2 mail.example.test.
            CAA  | 60 | x
            TLSA | 60 | 3 1
            A    | 60 | 2001:db8::1
            AAAA | 60 | 192.0.2.1
            TXT  | -5 | short
            """)
    void aRecordThatIsNoneIsNamed(String type, long ttl, String content) {
        answers.put("zone=", ONE);
        answers.put("/example.test.", """
                {'id': 'x', 'name': 'example.test.', 'rrsets': [{'name': 'example.test.', 'type': '%s', 'ttl': %d,
                  'records': [{'content': '%s', 'disabled': false}]}]}
                """.formatted(type, ttl, content));

        assertThat(refusal(DnsProvider.POWERDNS))
                .isEqualTo(
                        "127.0.0.1 has a record example.test %s that cannot be read. Mend it there.".formatted(type));
    }

    @Test
    void aTextThatIsLongerThanARecordIsNamed() {
        answers.put("zone=", ONE);
        answers.put("/example.test.", """
                {'id': 'x', 'name': 'example.test.', 'rrsets': [{'name': 'example.test.', 'type': 'TXT', 'ttl': 60,
                  'records': [{'content': 'v=spf1 %s', 'disabled': false}]}]}
                """.formatted("a:x ".repeat(100_000)));

        assertThat(refusal(DnsProvider.POWERDNS)).contains("example.test TXT that cannot be read");
    }

    @Test
    void whatAZoneIsCalledThereLeavesItsPathAlone() {
        answers.put("zone=", "[{'id': 'a b/../../?x#', 'name': 'example.test.'}]");
        answers.put("%20", "{'id': 'x', 'name': 'example.test.', 'rrsets': []}");

        ZoneSnapshot zone = provider(DnsProvider.POWERDNS).read(questions());

        assertThat(zone.sets()).isEmpty();
        assertThat(asked.getLast()).isEqualTo("/api/v1/servers/localhost/zones/a%20b%2F..%2F..%2F%3Fx%23");
    }

    @Test
    void ofZonesThatWereNotAskedForNoneIsTaken() {
        answers.put("zone=", "[{'id': 'other', 'name': 'other.test.'}]");

        assertThat(refusal(DnsProvider.POWERDNS)).contains("does not keep the zone of mail.example.test");
    }

    @Test
    void anAnswerLargerThanAZoneEverIsIsNotRead() {
        answers.put("zone=", " ".repeat((4 << 20) + 1));

        assertThat(refusal(DnsProvider.POWERDNS)).contains("the answer has more than 4194304 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {'result': null}
            {'result': [null]}
            {'result': [{'id': 'x'}]}
            """)
    void zonesOfCloudflareThatAreNoneAreNamed(String text) {
        answers.put("/zones?name=", text);

        assertThat(refusal(DnsProvider.CLOUDFLARE)).isEqualTo("127.0.0.1 answered something that is not of its API.");
    }

    @Test
    void pagesOfCloudflareWithoutEndAreNotRead() {
        answers.put("/zones?name=", "{'result': [{'id': 'x', 'name': 'example.test'}]}");
        answers.put("/dns_records", "{'result': [], 'result_info': {'total_pages': 2000000000}}");

        assertThat(refusal(DnsProvider.CLOUDFLARE)).contains("has more than 30000 records");
        answers.put("/dns_records", "{'result': [{'id': 'x', 'type': 'A'}], 'result_info': {'total_pages': 1}}");
        assertThat(refusal(DnsProvider.CLOUDFLARE)).isEqualTo("127.0.0.1 answered something that is not of its API.");
        answers.put("/dns_records", "{'result': [], 'result_info': null}");
        assertThat(refusal(DnsProvider.CLOUDFLARE)).isEqualTo("127.0.0.1 answered something that is not of its API.");
    }

    @Test
    void aNameOfManyLabelsIsLookedForInEightZones() {
        String deep = String.join(".", Stream.generate(() -> "a").limit(40).toList()) + "." + ZONE;

        assertThat(HttpZoneProvider.above(deep)).hasSize(8).startsWith(deep);
    }
}
