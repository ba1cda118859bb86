/** Databases over HTTP: each route translates, calls the service the window calls too, and answers. */
package dev.wheelhouse.api.databases;
