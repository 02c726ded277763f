import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { DesktopPermission } from '../../parts/notices/desktop-permission.ts';

/** How a notice alerts the user. */
export interface Alerting {
  readonly popup: boolean;
  readonly sound: boolean;
  readonly desktop: boolean;
}

/**
 * How a notice alerts by the user's settings. An SOS always opens a pop-up. If desktop notifications are enabled but
 * denied by the browser, neither those nor the sound are used.
 * @param away whether the page is hidden or not in focus
 */
export function alertingOf(
  type: NoticeType,
  conf: NoticeConf,
  permission: DesktopPermission,
  away: boolean,
): Alerting {
  if (type !== 'SOS' && !conf.popup.includes(type)) return { popup: false, sound: false, desktop: false };
  return {
    popup: true,
    sound: conf.sound && !(conf.desktop && permission === 'denied'),
    desktop: conf.desktop && permission === 'granted' && away,
  };
}
