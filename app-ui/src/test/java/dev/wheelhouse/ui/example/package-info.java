/** An area as small as one can be, to begin the next one from: a list, a page and a form. */
package dev.wheelhouse.ui.example;
