/** What every form is made of: the card above a screen, choices in a row, problems below their fields. */
package dev.wheelhouse.ui.controls.form;
