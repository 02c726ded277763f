import { IconFilter, IconMapPin, IconPlayerPlay } from '@tabler/icons-react';
import { TRACK_ROLES } from '@wakeline/contract/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { serverNow } from '../../live/live-store.ts';
import { buildMapPositionUrl } from '../../parts/addresses/map-position-url.ts';
import { buildReplayUrlAt } from '../../parts/addresses/single-replay-url.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { useSession } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './reports.module.css';

/** A number, time or duration: its digits have the same width. */
export function Digits({ children }: { readonly children: ReactNode }) {
  return <span className={styles.number}>{children}</span>;
}

/** A text that is cut off where its column ends. */
export function CutText({ text }: { readonly text: string }) {
  return (
    <span className={styles.name} title={text}>
      {text}
    </span>
  );
}

/** No value, with the reason. */
export function NoValue({ why }: { readonly why: string }) {
  return (
    <span className={styles.muted} title={why}>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Coordinates, which lead to the position on the live map. */
export function PositionLink({ position }: { readonly position: Position }) {
  const { formatCoordinates } = useFormat();
  const { roles } = useSession();
  const text = formatCoordinates(position.latitude, position.longitude);
  if (!roles.some(({ name }) => name === 'eob_plugin_loc_monitor')) return <Digits>{text}</Digits>;
  return (
    <Link to={buildMapPositionUrl(position)} className={`${styles.link} ${styles.number}`}>
      {text}
    </Link>
  );
}

interface RecordToolsProps {
  /** Null: the device is not visible any more. */
  readonly trackerId: number | null;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly position: Position | null;
  /** Further buttons, before these. */
  readonly children?: ReactNode;
  /** Limits the report to the device. */
  readonly onDevice?: () => void;
}

/** What can be done with a record of a device: the replay at its time, and its position on the map. */
export function RecordTools({ trackerId, name, time, position, children, onDevice }: RecordToolsProps) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const { roles } = useSession();
  const isGranted = (wanted: readonly string[]) => roles.some((role) => wanted.includes(role.name));
  return (
    <RecordActions edit={false} remove={false}>
      {children}
      {trackerId !== null && isGranted(TRACK_ROLES) && (
        <IconButton
          label={t('row.replay', { name })}
          icon={<IconPlayerPlay size={18} stroke={1.75} />}
          onClick={() => navigate(buildReplayUrlAt(trackerId, time, serverNow()))}
        />
      )}
      {position !== null && isGranted(['eob_plugin_loc_monitor']) && (
        <IconButton
          label={t('row.onMap', { name })}
          icon={<IconMapPin size={18} stroke={1.75} />}
          onClick={() => navigate(buildMapPositionUrl(position))}
        />
      )}
      {onDevice !== undefined && (
        <IconButton
          label={t('row.devices', { name })}
          icon={<IconFilter size={18} stroke={1.75} />}
          onClick={onDevice}
        />
      )}
    </RecordActions>
  );
}
