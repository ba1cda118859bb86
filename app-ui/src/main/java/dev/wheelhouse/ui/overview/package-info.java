/** The first screen: what leads somewhere on the first start, and what was used last afterwards. */
package dev.wheelhouse.ui.overview;
