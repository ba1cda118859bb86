/** What many callers share, such as memory, so that none of them takes all of it. */
package dev.wheelhouse.core.platform.limit;
