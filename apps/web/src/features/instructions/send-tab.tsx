import { LIMITS } from '@wakeline/contract/limits';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceChooser } from '../../parts/devices/device-chooser.tsx';
import type { DeviceSelection } from '../../parts/devices/device-selection.ts';
import { useSortedTrackers } from '../../parts/devices/use-sorted-trackers.ts';
import { useSendsInstructions } from '../../parts/instructions/send-dialog-store.ts';
import styles from './instructions.module.css';
import { keyOf } from './send-dialog.tsx';
import { SendPanel } from './send-panel.tsx';
import { type Sent, SentResults } from './sent-results.tsx';

/** Devices on the left; the instruction for them, and what became of it, on the right. */
export function SendTab() {
  const { t } = useTranslation('instructions');
  const trackers = useSortedTrackers();
  const canSend = useSendsInstructions();
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([]);
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const selection = useMemo<DeviceSelection>(
    () => ({ kind: 'ticked', trackerIds: selectedIds }),
    [selectedIds],
  );
  const tooMany = selectedIds.length > LIMITS.instructionDevices;
  if (!canSend) return <p className={styles.hint}>{t('viewerOnly')}</p>;
  return (
    <div className={styles.send}>
      <div className={styles.devices}>
        <DeviceChooser
          id="instruction-devices"
          trackers={trackers}
          selectedIds={selectedIds}
          onChange={(ids) => {
            setSelectedIds(ids);
            setMissing(false);
          }}
          invalid={(missing && selectedIds.length === 0) || tooMany}
          max={LIMITS.instructionDevices}
          large
        />
      </div>
      <div className={styles.right}>
        <SendPanel selection={selection} onSent={setSent} onMissing={() => setMissing(true)} />
        {sent !== null && <SentResults key={keyOf(sent)} sent={sent} />}
      </div>
    </div>
  );
}
