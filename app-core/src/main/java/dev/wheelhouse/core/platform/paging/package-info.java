/** How lists are cut into pages: newest first, each page named by the last id of the one before. */
package dev.wheelhouse.core.platform.paging;
