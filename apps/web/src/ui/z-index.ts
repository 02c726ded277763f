/** The specification gives context menus this z-index: above everything. */
export const CONTEXT_MENU_Z_INDEX = 10_000;
/** The specification gives dragged elements this z-index: above dialogs and drawers, which start at 1000. */
export const DRAG_LAYER_Z_INDEX = 2_000;
