import type { DeviceSectionProps } from '../manager/device/device-sections.ts';
import styles from './connection.module.css';
import { ConnectionHelp } from './connection-help.tsx';

/** Connection help on the page of a device. */
export function SetupSection({ device: { trackerId } }: DeviceSectionProps) {
  return (
    <div className={styles.section}>
      <ConnectionHelp of={{ trackerId }} />
    </div>
  );
}
