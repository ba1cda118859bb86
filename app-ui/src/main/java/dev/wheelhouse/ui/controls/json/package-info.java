/** A JSON text as a tree that is edited by splices: whatever is not touched stays as it was written. Knows no feature. */
package dev.wheelhouse.ui.controls.json;
