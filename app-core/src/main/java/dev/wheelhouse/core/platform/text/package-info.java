/** Texts of any length as they are shown. */
package dev.wheelhouse.core.platform.text;
