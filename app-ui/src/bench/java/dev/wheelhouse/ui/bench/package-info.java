/**
 * Measurements of the window on a screen of its own (Xvfb): start, memory, grid, editor. Run by
 * {@code mvn -Pbench verify}; nothing here is a test.
 */
@NullMarked
package dev.wheelhouse.ui.bench;

import org.jspecify.annotations.NullMarked;
