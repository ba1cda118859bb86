/** What the pages of servers and apps share to show measured values over time. */
package dev.wheelhouse.ui.metrics;
