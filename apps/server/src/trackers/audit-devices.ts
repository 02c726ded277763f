interface NamedDevice {
  readonly name: string;
  readonly imei: string;
}

/** Maximum length of the device names in the target of an audit entry. */
const MAX_TARGET_LENGTH = 80;
/** Devices that an audit entry lists; of more it has the number. */
const MAX_LISTED = 500;

/** The target of an audit entry about several devices: their names, shortened. */
export function auditTargetOf(devices: readonly NamedDevice[]): string {
  const names = devices
    .slice(0, MAX_TARGET_LENGTH)
    .map(({ name }) => name)
    .join(', ');
  return names.length > MAX_TARGET_LENGTH ? `${names.slice(0, MAX_TARGET_LENGTH)}…` : names;
}

/** The devices for the details of an audit entry. */
export function auditDevices(devices: readonly NamedDevice[]) {
  const trackers = devices.slice(0, MAX_LISTED).map(({ name, imei }) => `${name} (${imei})`);
  return devices.length > MAX_LISTED ? { count: devices.length, trackers } : { trackers };
}
