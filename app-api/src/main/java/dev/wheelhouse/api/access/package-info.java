/** Operation 1, the keys beside it, and {@code GET /me}. */
package dev.wheelhouse.api.access;
