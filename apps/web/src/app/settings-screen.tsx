import { SystemSettingsPage } from '../features/settings/system-settings-page.tsx';
import { MENU } from './menu-entries.ts';

const MENU_ROLES = MENU.flatMap(({ role }) => role ?? []);

/** The system settings, which order the entries that the menu has. */
export function SettingsScreen() {
  return <SystemSettingsPage menuRoles={MENU_ROLES} />;
}
