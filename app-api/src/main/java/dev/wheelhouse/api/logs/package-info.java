/** Reading, following and searching the logs of apps and of files on servers. */
package dev.wheelhouse.api.logs;
