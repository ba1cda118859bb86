/** What the window's thread needs: background work, timers and the loading of FXML. The only place that hops threads. */
package dev.wheelhouse.ui.fx;
