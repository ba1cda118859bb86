/** The one list of apps, their words and signs, and what can be done with them, wherever they are shown. */
package dev.wheelhouse.ui.apps.list;
