/** What forms are made of: what is typed, checked, stored and refused, and the frame around the fields. Knows no feature. */
package dev.wheelhouse.ui.form;
