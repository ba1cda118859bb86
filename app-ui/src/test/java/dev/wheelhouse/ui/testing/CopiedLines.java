package dev.wheelhouse.ui.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.curl.CurlText;
import dev.wheelhouse.ui.databases.connections.ConnectionCalls;
import dev.wheelhouse.ui.mail.MailCalls;
import dev.wheelhouse.ui.notifications.TargetCalls;
import dev.wheelhouse.ui.repositories.RepositoryCalls;
import dev.wheelhouse.ui.servers.ServerCalls;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes copied lines apart as a shell does, and sends to a console what curl would send. */
public final class CopiedLines {

    /** What the shell reads in the place of every password. */
    public static final String PASSWORD = "quo\"te \\ back'slash $HOME";

    /** What the shell reads in the place of a channel's address, and of a bot's token. */
    public static final String ADDRESS = "https://hooks.example.com/services/T0/B0/x?it's=$HOME";

    public static final String TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";

    /** What the shell reads in the place of the secret of a DNS provider. */
    public static final String SECRET = "c2VjcmV0LW9mLXRoZS16b25l";

    private final CurlText text;

    /** A console without its window, for such lines. */
    public static Console console(Path home) throws IOException {
        return Console.start(
                new LaunchOptions(true, StateKind.migrated(home), 0, null, false),
                Clock.systemUTC(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    }

    public CopiedLines(Console console) {
        this.text = new CurlText(console::url, console.core().access().localTokenFile());
    }

    public String text(CurlCommand command) {
        return text.of(command);
    }

    /** Fails unless the line is answered with success; gives the answer when it is JSON, else a text node. */
    public JsonNode answered(CurlCommand command) throws IOException, InterruptedException {
        Sent sent = takenApart(command);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sent.url()))
                .method(
                        sent.method(),
                        sent.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(sent.body()));
        sent.headers().forEach(request::header);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode() / 100)
                    .as(text.of(command) + " → " + response.body())
                    .isEqualTo(2);
            boolean json = response.headers()
                            .firstValue("Content-Type")
                            .orElse("")
                            .contains("json")
                    && !response.headers().firstValue("Content-Type").orElse("").contains("ndjson");
            ObjectMapper mapper = new ObjectMapper();
            return json
                    ? mapper.readTree(response.body())
                    : mapper.getNodeFactory().textNode(response.body());
        }
    }

    /** What curl would send. */
    public record Sent(
            String method,
            String url,
            Map<String, String> headers,
            @Nullable String body) {}

    public Sent takenApart(CurlCommand command) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "curl() { printf '%s\\0' \"$@\"; }; " + text.of(command));
        shell.environment().put(ConnectionCalls.PASSWORD_VARIABLE, PASSWORD);
        shell.environment().put(ServerCalls.PASSWORD_VARIABLE, PASSWORD);
        shell.environment().put(BackupCalls.SECRET_VARIABLE, PASSWORD);
        shell.environment().put(BackupCalls.PASSWORD_VARIABLE, PASSWORD);
        shell.environment().put(AppCalls.VARIABLE_PREFIX + "TOKEN", PASSWORD);
        shell.environment().put(TargetCalls.URL_VARIABLE, ADDRESS);
        shell.environment().put(TargetCalls.TOKEN_VARIABLE, TOKEN);
        shell.environment().put(MailCalls.SECRET_VARIABLE, SECRET);
        shell.environment().put(RepositoryCalls.TOKEN_VARIABLE, VcsStandIn.TOKEN);
        Process process = shell.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String heard = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        String method = "";
        String url = "";
        String body = null;
        Map<String, String> headers = new LinkedHashMap<>();
        var words = List.of(heard.split("\0", -1)).iterator();
        while (words.hasNext()) {
            String word = words.next();
            switch (word) {
                case "-sS", "" -> {}
                case "-X" -> method = words.next();
                case "-H" -> {
                    String header = words.next();
                    int colon = header.indexOf(": ");
                    headers.put(header.substring(0, colon), header.substring(colon + 2));
                }
                case "--data-raw" -> body = words.next();
                default -> url = word;
            }
        }
        return new Sent(method.isEmpty() ? (body == null ? "GET" : "POST") : method, url, headers, body);
    }
}
