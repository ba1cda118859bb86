/** What the window remembers of itself between two starts. */
package dev.wheelhouse.ui.state;
