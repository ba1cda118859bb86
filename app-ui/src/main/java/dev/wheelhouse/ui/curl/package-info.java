/** Every action of the window as the HTTP call that does the same. */
package dev.wheelhouse.ui.curl;
