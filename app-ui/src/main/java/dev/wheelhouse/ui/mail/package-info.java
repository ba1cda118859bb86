/** The mail domains and instances: list, page of records, SPF and publishing, and forms. */
package dev.wheelhouse.ui.mail;
