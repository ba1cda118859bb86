package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.HttpReceiver.Request;
import dev.wheelhouse.core.testing.NodePackage;
import java.io.IOException;
import java.util.Map;

/** The library that the authors of Standard Webhooks publish (npm, {@code standardwebhooks}), of the version in its lock file. */
final class PublishedVerifier {

    private final NodePackage library;

    private PublishedVerifier(NodePackage library) {
        this.library = library;
    }

    static PublishedVerifier install() throws IOException, InterruptedException {
        return new PublishedVerifier(NodePackage.install(PublishedVerifier.class, "verifier", "verify.js"));
    }

    /** What the library makes of a message: {@code accepted} and its type, or {@code refused} and why. */
    String verdict(String secret, Map<String, String> headers, String body) throws IOException, InterruptedException {
        return library.run(Json.write(Map.of("secret", secret, "headers", headers, "body", body)) + "\n");
    }

    String verdict(WebhookSecret secret, Request request) throws IOException, InterruptedException {
        return verdict(secret.text(), request.headers(), request.body());
    }
}
