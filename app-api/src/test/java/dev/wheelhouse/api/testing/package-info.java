/**
 * What tests of the API share: a client that holds every answer to the document, a plain socket for requests that no
 * client would send, and the walk over a route table that proves its guards.
 */
package dev.wheelhouse.api.testing;
