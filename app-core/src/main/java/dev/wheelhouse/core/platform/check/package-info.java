/** What a check or a test of something came to. */
@NullMarked
package dev.wheelhouse.core.platform.check;

import org.jspecify.annotations.NullMarked;
