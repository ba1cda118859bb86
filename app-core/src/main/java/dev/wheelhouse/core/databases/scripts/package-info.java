/** Scripts too long for a request: spooled to the home, judged statement by statement, run as a job. */
package dev.wheelhouse.core.databases.scripts;
