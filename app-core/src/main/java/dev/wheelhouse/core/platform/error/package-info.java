/**
 * The one error model: an {@link dev.wheelhouse.core.platform.error.AppException} with a code of a closed kind, and
 * details that both faces can read.
 */
package dev.wheelhouse.core.platform.error;
