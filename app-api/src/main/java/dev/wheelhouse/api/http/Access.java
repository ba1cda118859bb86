package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Scope;
import java.util.Map;
import java.util.function.Consumer;

/** Who may use a route. */
public sealed interface Access {

    /** Anybody, without a credential. */
    record Open() implements Access {}

    /**
     * Who signed the request, which the handler proves: without a credential, and by the console's public names too. A
     * signature that is missing or wrong and a path without a receiver are the same {@code unauthenticated}.
     *
     * @param receiver refuses the parameters of a path without a receiver, before any of the body is read
     */
    record Signed(Consumer<Map<String, String>> receiver) implements Access {}

    /** Anybody with a valid credential; the service decides the rest. */
    record AnyCredential() implements Access {}

    /** A credential that has the scope now. */
    record Scoped(Scope scope) implements Access {}

    static Access open() {
        return new Open();
    }

    static Access signed(Consumer<Map<String, String>> receiver) {
        return new Signed(receiver);
    }

    static Access anyCredential() {
        return new AnyCredential();
    }

    static Access scope(Scope scope) {
        return new Scoped(scope);
    }
}
