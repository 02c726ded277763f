import { DeliverySection } from '../../features/delivery/delivery-section.tsx';
import { SecuritySection } from '../../features/security/security-section.tsx';
import { SystemSettingsPage } from '../../features/settings/system-settings-page.tsx';
import { useSession } from '../../service/session.ts';
import { findPlacingRole } from '../menu.ts';
import { MENU_ENTRIES } from '../menu-entries.ts';

/** The system settings, which sort the menu entries, with the sections of delivery and security. */
export function SettingsScreen() {
  const plugins = useSession().pluginsOrder.map(({ key }) => key);
  const entries = MENU_ENTRIES.flatMap(({ role: roles, neverFirst = false }) => {
    const role = findPlacingRole(roles, plugins);
    return role === null ? [] : { role, neverFirst };
  });
  return (
    <SystemSettingsPage
      entries={entries}
      SecuritySection={SecuritySection}
      DeliverySection={DeliverySection}
    />
  );
}
