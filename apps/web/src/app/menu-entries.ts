import { IconMap2, type TablerIcon } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { MenuFacts } from './menu.ts';

/** An entry of the side menu as it is drawn. `text` is a key of the app area. */
export interface MenuEntry extends MenuFacts {
  readonly icon: TablerIcon;
  readonly text: ParseKeys<'app'>;
}

/** Entries of the areas that exist, in no order: the user's plugin list gives that. */
export const MENU: readonly MenuEntry[] = [
  { key: 'monitor', path: '/', role: 'eob_plugin_loc_monitor', icon: IconMap2, text: 'menu.monitor' },
];
