/**
 * The socket side: Undertow's listener, and the blocking streams over its channels. A request is handed from the IO
 * thread to a virtual thread at once; reads and writes there park that thread until the IO thread says the socket is
 * ready, so a slow peer costs a parked thread and no selector of its own. Nothing outside this package sees io.undertow
 * or org.xnio.
 */
package dev.wheelhouse.api.http.transport;
