package dev.wheelhouse.core.vcs.push;

import java.util.Optional;
import java.util.function.Function;

/**
 * A request that claims to come from a provider.
 *
 * @param headers gives the value of a header by its name in any case; several of one name are one with commas
 * @param body as it came
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record PushRequest(Function<String, Optional<String>> headers, byte[] body) {

    /** Empty for one that is missing. */
    String header(String name) {
        return headers.apply(name).orElse("");
    }
}
