package dev.wheelhouse.ui.shell;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the window shows about the console it belongs to.
 *
 * @param url of the API as it is now, such as {@code http://127.0.0.1:7465}
 * @param tokenFile the file of the local token
 * @param version of the product
 * @param store what holds the state: {@code sqlite} or {@code postgresql}
 */
public record ConsoleFacts(Supplier<String> url, Path tokenFile, String version, String store) {

    /** With an address that stays. */
    public ConsoleFacts(String url, Path tokenFile, String version, String store) {
        this(() -> url, tokenFile, version, store);
    }

    /** Of the API as it is now; the settings can move it. */
    public String address() {
        return url.get();
    }
}
