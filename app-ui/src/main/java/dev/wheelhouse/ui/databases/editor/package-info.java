/** SQL tabs: text, runs, results, plans, history and saved queries of one connection. */
package dev.wheelhouse.ui.databases.editor;
