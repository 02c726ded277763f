import { SecuritySection } from '../../features/security/security-section.tsx';
import { SystemSettingsPage } from '../../features/settings/system-settings-page.tsx';
import { MENU_ENTRIES } from '../menu-entries.ts';

const ENTRIES = MENU_ENTRIES.flatMap(({ role: roles, neverFirst = false }) =>
  [roles ?? []].flat().map((role) => ({ role, neverFirst })),
);

/** The system settings, which sort the menu entries, with the security section. */
export function SettingsScreen() {
  return <SystemSettingsPage entries={ENTRIES} SecuritySection={SecuritySection} />;
}
