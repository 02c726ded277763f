import { useQuery } from '@tanstack/react-query';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useServerNow } from '../../live/live-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { StatusMark } from '../../parts/devices/status-mark.tsx';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';
import styles from './sos.module.css';

interface SosPersonProps {
  readonly tracker: Tracker;
  /** The name stands above already. */
  readonly named?: boolean;
  /** It is told of a call whose state may not be here yet: that it is over is not to be said. */
  readonly calling?: boolean;
}

/** Who calls for help: name, since when, where in words and in figures, and what is left of the battery. */
export function SosPerson({ tracker, named = false, calling = false }: SosPersonProps) {
  const { t } = useTranslation('sos');
  const { ago, dateTime, coordinates } = useFormat();
  const now = useServerNow(1_000);
  const { latitude, longitude, status, statusSince, electricity, fixTime } = tracker.trackerStatusDto;
  const address = useAddress(latitude, longitude);
  const place = latitude === null || longitude === null ? null : coordinates(latitude, longitude);
  return (
    <div className={styles.person}>
      {!named && (
        <strong title={fullName(tracker)}>
          <StatusMark status={status} />
          {fullName(tracker)}
        </strong>
      )}
      <span>
        {status === 'SOS' && statusSince !== null ? (
          <time dateTime={new Date(statusSince).toISOString()} title={dateTime(statusSince)}>
            {t('since', { ago: ago(statusSince, now) })}
          </time>
        ) : (
          !calling && t('over')
        )}
        {electricity !== null && ` · ${t('battery', { percent: Math.round(electricity) })}`}
      </span>
      <span>{place ?? t('noPlace')}</span>
      {address !== '' && <span>{address}</span>}
      {fixTime !== null && <span>{t('fixed', { time: dateTime(fixTime) })}</span>}
    </div>
  );
}

/** 1e-3 degrees, some 100 m: words change no sooner. */
const ROUGH = 1_000;

function useAddress(latitude: number | null, longitude: number | null): string {
  const client = useClient();
  const lang = useLanguage();
  const place =
    latitude === null || longitude === null
      ? null
      : { latitude: Math.round(latitude * ROUGH) / ROUGH, longitude: Math.round(longitude * ROUGH) / ROUGH };
  const { data } = useQuery({
    queryKey: [MINE, 'address', place, lang],
    queryFn: () => (place === null ? { address: '' } : client.call('queryAddress', { ...place, lang })),
    enabled: place !== null,
    // A place keeps its name.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.address ?? '';
}
