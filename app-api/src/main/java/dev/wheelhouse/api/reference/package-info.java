/**
 * The API's own description: {@code openapi.yaml} as it is, as JSON, and as a page to read. The page is rendered here
 * from the document, without a script and without the network, so that it works offline and under a strict
 * Content-Security-Policy.
 */
package dev.wheelhouse.api.reference;
