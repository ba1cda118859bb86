package dev.wheelhouse.ui.screen;

/**
 * What a list's things are called.
 *
 * @param one such as {@code app}
 * @param many such as {@code apps}; also the id of the screen, and of its actions before the dot
 * @param find what asks for one, such as {@code Find an app}
 * @param icon an Ikonli literal of the Feather pack
 * @param invitation what stands in place of a list without any, and says what to add
 */
public record Nouns(String one, String many, String find, String icon, String invitation) {

    /** Such as {@code 1 app} and {@code 12 apps}. */
    public String count(int number) {
        return number + " " + (number == 1 ? one : many);
    }
}
