/** Whether this browser shows desktop notifications; `default`: the user has not been asked. */
export type DesktopPermission = NotificationPermission | 'unsupported';

export function getDesktopPermission(): DesktopPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Requests the permission through the browser's prompt, unless the user has already decided. */
export async function requestDesktopPermission(): Promise<DesktopPermission> {
  const current = getDesktopPermission();
  return current === 'default' ? await Notification.requestPermission() : current;
}
