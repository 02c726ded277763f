import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { DesktopPermission } from '../../parts/notices/desktop-permission.ts';

/** How a notice comes forward. */
export interface Alerting {
  readonly popup: boolean;
  readonly sound: boolean;
  readonly desktop: boolean;
}

/**
 * How a notice comes forward by the user's choice. SOS always opens a message. Who wants desktop notifications and has
 * forbidden them to the browser gets neither those nor the sound.
 *
 * @param away whether the person looks at something else than this page
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
