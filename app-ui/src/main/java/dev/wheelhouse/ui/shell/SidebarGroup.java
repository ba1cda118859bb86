package dev.wheelhouse.ui.shell;

/** Screens that stand together in the sidebar, in its order. */
public enum SidebarGroup {
    /** Above the others, without a heading. */
    HOME(""),
    DATA("Data"),
    INFRASTRUCTURE("Infrastructure"),
    DELIVERY("Delivery"),
    AUTOMATION("Automation"),
    ADMINISTRATION("Administration");

    private final String title;

    SidebarGroup(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
