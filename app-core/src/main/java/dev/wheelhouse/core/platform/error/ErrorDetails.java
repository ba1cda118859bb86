package dev.wheelhouse.core.platform.error;

import java.util.Map;

/**
 * What an error carries beside its text, as a record of the feature that raises it. The window matches on the record;
 * HTTP writes {@link #attributes()} as extension members of the problem (RFC 9457 section 3.2).
 */
public interface ErrorDetails {

    /** Member name to a JSON-able value (records, maps, lists, strings, numbers, booleans); in order, never null. */
    Map<String, Object> attributes();

    /** No details at all. */
    ErrorDetails NONE = Map::of;
}
