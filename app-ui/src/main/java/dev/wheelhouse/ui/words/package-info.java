/** What the window says in the same words everywhere. */
package dev.wheelhouse.ui.words;
