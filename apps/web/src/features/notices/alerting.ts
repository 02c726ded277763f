import type { Notice } from '@wakeline/contract/entities/notice';
import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import type { DesktopPermission } from '../../parts/notices/desktop-permission.ts';
import { isCritical } from '../../parts/notices/notice-text.ts';
import type { Tone } from '../../parts/notices/tone.ts';

/** How a notice alerts the user. */
export interface Alerting {
  readonly popup: boolean;
  /** Null: none. */
  readonly sound: Tone | null;
  readonly desktop: boolean;
}

/** Of notices that arrive together only the most urgent sound is played. */
const URGENCY: readonly Tone[] = ['normal', 'chime', 'critical'];

/**
 * How a notice alerts by the user's settings: those of its rule, else those of its type. An SOS always opens a pop-up. If
 * desktop notifications are enabled but denied by the browser, neither those nor the sound are used.
 * @param away whether the page is hidden or not in focus
 */
export function alertingOf(
  { msgType, ruleId }: Pick<Notice, 'msgType' | 'ruleId'>,
  conf: NoticeConf,
  permission: DesktopPermission,
  away: boolean,
): Alerting {
  const own = conf.rules.find((rule) => rule.ruleId === ruleId);
  const popup = msgType === 'SOS' || (own?.popup ?? conf.popup.includes(msgType));
  if (!popup) return { popup, sound: null, desktop: false };
  const desktop = own?.desktop ?? conf.desktop;
  const usual = conf.sound ? (isCritical(msgType) ? 'critical' : 'normal') : 'none';
  const sound = desktop && permission === 'denied' ? 'none' : (own?.sound ?? usual);
  return {
    popup,
    sound: sound === 'none' ? null : sound,
    desktop: desktop && permission === 'granted' && away,
  };
}

/** The more urgent one of two sounds. */
export function moreUrgent(one: Tone | null, other: Tone | null): Tone | null {
  if (one === null || other === null) return one ?? other;
  return URGENCY.indexOf(one) >= URGENCY.indexOf(other) ? one : other;
}
