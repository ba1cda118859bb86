/**
 * Programs that run on servers, for people: {@code list} is what every screen shares,
 * {@code page} shows one app, {@code form} makes and changes one.
 */
package dev.wheelhouse.ui.apps;
