/**
 * Real things that tests of every module talk to. A test asks for what it needs and gets it started, on loopback and on
 * a free port, in directories of its own; nothing here is needed by the product.
 */
@NullMarked
package dev.wheelhouse.core.testing;

import org.jspecify.annotations.NullMarked;
