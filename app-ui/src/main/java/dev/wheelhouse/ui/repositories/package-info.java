/** Connections to providers of repositories, and what they have. */
package dev.wheelhouse.ui.repositories;
