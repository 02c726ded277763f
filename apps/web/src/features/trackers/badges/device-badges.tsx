import { useMenuBadge } from '../../../parts/menu-badges/menu-badges.ts';
import { useSession } from '../../../service/session.ts';
import { useExpiringDevices } from './use-expiring-devices.ts';
import { useUnregisteredCount } from './use-unregistered-count.ts';

/** Sets the badge of the device management in the menu. Mounted with the shell. */
export function DeviceBadges() {
  const { roles } = useSession();
  return roles.some(({ name }) => name === 'eob_plugin_device_mg') ? <Sources /> : null;
}

/** Each source has the key of the tab that shows it. */
function Sources() {
  useMenuBadge('devices', 'devices', useExpiringDevices() > 0);
  useMenuBadge('devices', 'unregistered', useUnregisteredCount() > 0);
  return null;
}
