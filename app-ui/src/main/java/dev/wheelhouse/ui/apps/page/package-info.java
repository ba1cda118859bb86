/** The page of one app. */
package dev.wheelhouse.ui.apps.page;
