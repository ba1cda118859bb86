/**
 * The HTTP face of the core: {@link dev.wheelhouse.api.ApiServer} binds the routes it is given to loopback sockets. It
 * decides nothing about the product; services do, and both faces call the same ones.
 */
package dev.wheelhouse.api;
