/**
 * What goes wrong, as HTTP says it: the table of codes of the contract and the problem documents (RFC 9457) built from
 * it. Knows no server and no feature; a code without a row in the table answers 500 and fails a test.
 */
package dev.wheelhouse.api.http.error;
