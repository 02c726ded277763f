/** Whether this browser shows messages outside of its window for us; `default`: it has not been asked. */
export type DesktopPermission = NotificationPermission | 'unsupported';

export function getDesktopPermission(): DesktopPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the person by the browser's own question, unless it is answered already. */
export async function requestDesktopPermission(): Promise<DesktopPermission> {
  const current = getDesktopPermission();
  return current === 'default' ? await Notification.requestPermission() : current;
}
