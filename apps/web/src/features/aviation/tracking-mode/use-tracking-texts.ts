import type { TrackingDevice } from '@wakeline/contract/aviation/tracking-mode';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';

export type Tone = 'good' | 'neutral' | 'warning';

const TONES: Readonly<Record<TrackingDevice['state'], Tone>> = {
  waiting: 'neutral',
  raised: 'good',
  failed: 'warning',
  faster: 'good',
  unsupported: 'warning',
  'no-protocol': 'warning',
  'not-encodable': 'warning',
  restoring: 'neutral',
  'restore-failed': 'warning',
  restored: 'good',
  'not-raised': 'neutral',
  overridden: 'neutral',
  removed: 'neutral',
};

/** Texts of the tracking mode of a device: its state, and what belongs to it. */
export function useTrackingTexts() {
  const { t } = useTranslation('trackingMode');
  const { t: tInstructions } = useTranslation('instructions');
  const { formatTimeOfDay } = useFormat();
  return ({ state, reason, time, interval, restoreInterval }: TrackingDevice) => ({
    tone: TONES[state],
    state: t(`state.${state}`),
    details: [
      interval !== null && state !== 'failed' ? t('every', { seconds: interval }) : null,
      state === 'raised' && time !== null ? t('since', { time: formatTimeOfDay(time).slice(0, 5) }) : null,
      restoreInterval !== null
        ? t(state.startsWith('restor') ? 'restoresTo' : 'restores', { seconds: restoreInterval })
        : null,
      reason !== null ? tInstructions(`reason.${reason}`) : null,
    ].filter((text) => text !== null),
  });
}
