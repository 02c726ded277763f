import { IconAlertTriangle, IconRadar2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './tracking-mode.module.css';
import { useTrackingModes } from './use-tracking-modes.ts';
import { useTrackingTexts } from './use-tracking-texts.ts';

interface TrackingLineProps {
  readonly taskId: number;
  readonly trackerId: number;
}

/** The tracking mode of a device in its strip, while it is on or something is left to restore. */
export function TrackingLine({ taskId, trackerId }: TrackingLineProps) {
  const { t } = useTranslation('trackingMode');
  const textsOf = useTrackingTexts();
  const mode = useTrackingModes().modes.get(taskId);
  const device = mode?.devices.find((one) => one.trackerId === trackerId);
  if (mode === undefined || device === undefined) return null;
  const isLeft = device.state === 'restoring' || device.state === 'restore-failed';
  if (mode.endedTime !== null && !isLeft) return null;
  const { tone, state, details } = textsOf(device);
  // The interval says it.
  const parts = device.state === 'raised' ? details : [state, ...details];
  const text = t('line', { text: parts.join(t('separator')) });
  const Icon = tone === 'warning' ? IconAlertTriangle : IconRadar2;
  return (
    <p className={styles.line} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      <span title={text}>{text}</span>
    </p>
  );
}
