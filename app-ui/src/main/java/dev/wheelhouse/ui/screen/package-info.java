/** What screens are made of: a list with its page and its form. Knows no feature. */
package dev.wheelhouse.ui.screen;
