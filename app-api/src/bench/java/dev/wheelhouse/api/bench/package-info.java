/**
 * Measurements of the whole process over HTTP, each against a peer or a floor in the same run: the console as {@code
 * packaging/run.sh} starts it, and a bare Undertow handler with the same Java options. Run by {@code mvn -Pbench
 * verify}; nothing here is a test.
 */
@NullMarked
package dev.wheelhouse.api.bench;

import org.jspecify.annotations.NullMarked;
