import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useTracker } from '../../live/live-store.ts';
import { countSelected, type DeviceSelection } from '../../parts/devices/device-selection.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import styles from './instructions.module.css';
import { SendPanel } from './send-panel.tsx';
import { type Sent, SentResults } from './sent-results.tsx';

interface SendDialogProps {
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
}

/** Sends an instruction to devices that another screen has chosen. */
export function SendDialog({ selection, onClose }: SendDialogProps) {
  const { t } = useTranslation('instructions');
  const { formatCount } = useFormat();
  const [sent, setSent] = useState<Sent | null>(null);
  const count = countSelected(selection);
  const single = selection.kind === 'ticked' && count === 1 ? selection.trackerIds[0] : undefined;
  const tracker = useTracker(single ?? null);
  return (
    <Drawer open onClose={onClose} title={t('sendTitle')} size={720} mask={{ closable: false }}>
      <div className={styles.panel}>
        <p className={styles.target}>
          {tracker === undefined
            ? t('devices', { count, number: formatCount(count) })
            : `${fullName(tracker)} · ${tracker.imei}`}
        </p>
        <SendPanel selection={selection} onSent={setSent} onMissing={onClose} />
        {sent !== null && <SentResults key={keyOf(sent)} sent={sent} />}
      </div>
    </Drawer>
  );
}

/** Each sending starts with its first page. */
export function keyOf({ instructionIds, taskProgressId }: Sent): string {
  return `${taskProgressId} ${instructionIds[0]}`;
}
