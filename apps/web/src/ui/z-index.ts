/** The specification's place of context menus: above everything. */
export const CONTEXT_MENU_Z_INDEX = 10_000;
/** The specification's place of what is dragged: above dialogs and drawers, which begin at 1000. */
export const DRAG_LAYER_Z_INDEX = 2_000;
