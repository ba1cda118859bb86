/**
 * JSON at the edge, strict on the way in: no coercion, no unknown or duplicate member, every fault with its path and
 * all of them at once. Bodies become records; a component is required unless it is {@code @Nullable}, an
 * {@link java.util.Optional} or a {@link dev.wheelhouse.api.http.json.Patch}. Jackson does the tokens in and the writing
 * out, the binding between is ours, because Jackson's own stops at the first fault and coerces by default.
 */
package dev.wheelhouse.api.http.json;
