package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.ui.controls.editor.TextAnalyser;

/** SQL for editors elsewhere in the window. */
public final class SqlLanguage {

    private SqlLanguage() {}

    /** Tells an editor what SQL of that engine is made of. */
    public static TextAnalyser analyser(Engine engine) {
        return new SqlAnalyser(engine);
    }
}
