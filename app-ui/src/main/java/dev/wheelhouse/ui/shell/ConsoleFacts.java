package dev.wheelhouse.ui.shell;

import java.nio.file.Path;

/**
 * What the window shows about the console it belongs to.
 *
 * @param address of the API, such as {@code http://127.0.0.1:7465}
 * @param tokenFile the file of the local token
 * @param version of the product
 * @param store what holds the state: {@code sqlite} or {@code postgresql}
 */
public record ConsoleFacts(String address, Path tokenFile, String version, String store) {}
