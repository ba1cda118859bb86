/** Controls that any screen may use. They know no feature and call no service. */
package dev.wheelhouse.ui.controls;
