package dev.wheelhouse.ui.example;

import java.util.Locale;

/** What people keep here. */
record Note(String id, String name, String text, long revision) {

    boolean matches(String typed) {
        return name.toLowerCase(Locale.ROOT).contains(typed.strip().toLowerCase(Locale.ROOT));
    }
}
