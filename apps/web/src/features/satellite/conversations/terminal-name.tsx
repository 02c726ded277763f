import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import { DeviceIcon } from '../../../map/icons/device-icon.tsx';
import styles from './conversations.module.css';

interface TerminalNameProps {
  readonly name: string;
  /** The plane on which the terminal is; undefined: none. */
  readonly plane: TerminalPlane | undefined;
}

/** The tail number of the plane, with the name of the terminal beside it; without a plane the name alone. */
export function TerminalName({ name, plane }: TerminalNameProps) {
  if (plane === undefined) return name;
  return (
    <span className={styles.tail} title={`${plane.tailNumber} · ${name}`}>
      <DeviceIcon name={plane.icon} size={18} />
      <span>{plane.tailNumber}</span>
      <small>{name}</small>
    </span>
  );
}
