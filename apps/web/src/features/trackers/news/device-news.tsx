import { useReportNews } from '../../../parts/menu-news/menu-news.ts';
import { useSession } from '../../../service/session.ts';
import { useExpiringDevices } from './use-expiring-devices.ts';
import { useUnregisteredCount } from './use-unregistered-count.ts';

/** Marks the menu entry of the device management while it has news. Mounted with the shell. */
export function DeviceNews() {
  const { roles } = useSession();
  return roles.some(({ name }) => name === 'eob_plugin_device_mg') ? <Sources /> : null;
}

/** Each source has the key of the tab that shows it. */
function Sources() {
  useReportNews('devices', 'devices', useExpiringDevices() > 0);
  useReportNews('devices', 'unregistered', useUnregisteredCount() > 0);
  return null;
}
