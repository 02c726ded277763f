import { useQuery } from '@tanstack/react-query';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useServerNow } from '../../live/live-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { StatusIcon } from '../../parts/devices/status-icon.tsx';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import styles from './sos.module.css';

interface SosPersonProps {
  readonly tracker: Tracker;
  /** Hides the name, which is already displayed above. */
  readonly hideName?: boolean;
  /** True for an alert whose tracker state may not have arrived yet: it must not be shown as ended. */
  readonly calling?: boolean;
}

/** The tracker in SOS: name, start time, address, coordinates and battery. */
export function SosPerson({ tracker, hideName = false, calling = false }: SosPersonProps) {
  const { t } = useTranslation('sos');
  const { formatRelativeTime, formatDateTime, formatCoordinates } = useFormat();
  const now = useServerNow(1_000);
  const { latitude, longitude, status, statusSince, electricity, fixTime } = tracker.trackerStatusDto;
  const address = useAddress(latitude, longitude);
  const coordinatesText =
    latitude === null || longitude === null ? null : formatCoordinates(latitude, longitude);
  return (
    <div className={styles.person}>
      {!hideName && (
        <strong title={fullName(tracker)}>
          <StatusIcon status={status} />
          {fullName(tracker)}
        </strong>
      )}
      <span>
        {status === 'SOS' && statusSince !== null ? (
          <time dateTime={new Date(statusSince).toISOString()} title={formatDateTime(statusSince)}>
            {t('since', { ago: formatRelativeTime(statusSince, now) })}
          </time>
        ) : (
          !calling && t('over')
        )}
        {electricity !== null && ` · ${t('battery', { percent: Math.round(electricity) })}`}
      </span>
      <span>{coordinatesText ?? t('noPlace')}</span>
      {address !== '' && <span>{address}</span>}
      {fixTime !== null && <span>{t('fixed', { time: formatDateTime(fixTime) })}</span>}
    </div>
  );
}

/** 1e-3 degrees, about 100 m, so that small movements do not request a new address. */
const ADDRESS_PRECISION = 1_000;

function useAddress(latitude: number | null, longitude: number | null): string {
  const client = useClient();
  const lang = useLanguage();
  const rounded =
    latitude === null || longitude === null
      ? null
      : {
          latitude: Math.round(latitude * ADDRESS_PRECISION) / ADDRESS_PRECISION,
          longitude: Math.round(longitude * ADDRESS_PRECISION) / ADDRESS_PRECISION,
        };
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'address', rounded, lang],
    queryFn: () => (rounded === null ? { address: '' } : client.call('queryAddress', { ...rounded, lang })),
    enabled: rounded !== null,
    // The address of fixed coordinates does not change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.address ?? '';
}
