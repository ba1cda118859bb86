/** How requests over HTTP are signed: what the console signs itself, and what others send to it. Pure. */
package dev.wheelhouse.core.platform.signing;
