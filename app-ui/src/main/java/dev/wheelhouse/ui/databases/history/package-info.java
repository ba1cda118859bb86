/** What ran, whoever asked for it: window, API, assistants. */
package dev.wheelhouse.ui.databases.history;
