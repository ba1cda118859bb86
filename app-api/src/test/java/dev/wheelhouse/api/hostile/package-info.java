/** Everything that the document lets a caller send, sent by somebody who means no good. */
@NullMarked
package dev.wheelhouse.api.hostile;

import org.jspecify.annotations.NullMarked;
