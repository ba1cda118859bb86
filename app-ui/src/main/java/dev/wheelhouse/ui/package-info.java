/** The window. It calls the same services as the HTTP API, in the same process. */
package dev.wheelhouse.ui;
