package dev.wheelhouse.api.http;

import java.io.IOException;

/** What a route does: translate, call the service, answer. Called on a virtual thread of its own; may block. */
@FunctionalInterface
public interface Handler {

    /** @throws IOException when an upload breaks off */
    Response handle(Request request) throws IOException;
}
