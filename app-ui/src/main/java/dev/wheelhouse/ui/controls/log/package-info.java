/**
 * A view of logs of any length. It paints what is seen and asks for nothing else; where the lines come from is
 * {@link dev.wheelhouse.ui.controls.log.LogLines}'s matter.
 */
package dev.wheelhouse.ui.controls.log;
