import { AlarmActions } from '../../parts/alarms/alarm-actions.tsx';
import { HandlingTag } from '../../parts/alarms/handling-tag.tsx';
import { useSosAlarm } from '../../parts/sos/use-sos-alarm.ts';
import styles from './sos.module.css';

/** Who handles the SOS of a device, and the button to do so. Clearing the SOS resolves it. */
export function SosHandling({ trackerId }: { readonly trackerId: number }) {
  const { notice, canHandle } = useSosAlarm(trackerId);
  if (notice === null || notice.handling === null) return null;
  return (
    <div className={styles.handling}>
      <HandlingTag handling={notice.handling} />
      {canHandle && <AlarmActions messageId={notice.messageId} handling={notice.handling} acknowledgeOnly />}
    </div>
  );
}
