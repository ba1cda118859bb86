/** The form of an app, with what already runs on a server to choose from. */
package dev.wheelhouse.ui.apps.form;
