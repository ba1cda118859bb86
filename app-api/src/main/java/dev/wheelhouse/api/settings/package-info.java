/** Settings over HTTP. */
package dev.wheelhouse.api.settings;
