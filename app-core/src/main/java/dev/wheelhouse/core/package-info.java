/**
 * Wheelhouse's core: every feature's rules and services behind one composition root. It knows neither the window nor
 * HTTP.
 */
package dev.wheelhouse.core;
