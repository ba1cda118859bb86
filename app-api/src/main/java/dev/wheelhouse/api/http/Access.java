package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Scope;

/** Who may use a route. */
public sealed interface Access {

    /** Anybody, without a credential. */
    record Open() implements Access {}

    /**
     * Who signed the request, which the handler proves: without a credential, and by the console's public names too. A
     * signature that is missing or wrong and a path without a receiver are the same {@code unauthenticated}.
     */
    record Signed() implements Access {}

    /** Anybody with a valid credential; the service decides the rest. */
    record AnyCredential() implements Access {}

    /** A credential that has the scope now. */
    record Scoped(Scope scope) implements Access {}

    static Access open() {
        return new Open();
    }

    static Access signed() {
        return new Signed();
    }

    static Access anyCredential() {
        return new AnyCredential();
    }

    static Access scope(Scope scope) {
        return new Scoped(scope);
    }
}
