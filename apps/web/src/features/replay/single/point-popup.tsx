import { IconClockPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Track } from '@wakeline/domain/tracks/track';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { PointDetails } from './point-details.tsx';
import styles from './track-card.module.css';

interface PointPopupProps {
  readonly view: MapView;
  readonly trackerId: number;
  readonly track: Track;
  readonly index: number;
  readonly onGoTo: (time: number) => void;
  readonly onClose: () => void;
}

/** The popup of a clicked fix; on demand with further data that the device sent. */
export function PointPopup({ view, trackerId, track, index, onGoTo, onClose }: PointPopupProps) {
  const { t } = useTranslation('replaySingle');
  const { formatDateTime } = useFormat();
  const [infoRequested, setInfoRequested] = useState(false);
  const time = track.time[index] ?? 0;
  return (
    <MapPopup
      view={view}
      lngLat={{ lng: track.lng[index] ?? 0, lat: track.lat[index] ?? 0 }}
      ariaLabel={t('point.label', { time: formatDateTime(time) })}
      onClose={onClose}
    >
      <article className={styles.card}>
        <h2>{formatDateTime(time)}</h2>
        <PointDetails track={track} index={index} />
        {infoRequested && <Info trackerId={trackerId} time={time} />}
        <footer>
          <Button
            size="small"
            type="primary"
            icon={<IconClockPlay size={16} />}
            onClick={() => {
              onGoTo(time);
              onClose();
            }}
          >
            {t('goTo')}
          </Button>
          {!infoRequested && (
            <Button size="small" onClick={() => setInfoRequested(true)}>
              {t('point.more')}
            </Button>
          )}
        </footer>
      </article>
    </MapPopup>
  );
}

/** Further data of a fix that is not part of the track's columns. */
function Info({ trackerId, time }: { readonly trackerId: number; readonly time: number }) {
  const { t } = useTranslation('replaySingle');
  const client = useClient();
  const language = useLanguage();
  const { data, error, isPending } = useQuery({
    queryKey: [USER_QUERIES, 'trackPointInfo', trackerId, time],
    queryFn: ({ signal }) =>
      client.call(
        'getTrackPartByTime',
        { trackerId, startTime: time, endTime: time + 1, limit: 1 },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const info = data?.points[0]?.info ?? [];
  if (isPending) return <p role="status">{t('point.loading')}</p>;
  if (error !== null) return <p role="alert">{errorText(error, language)}</p>;
  if (info.length === 0) return <p role="status">{t('point.noMore')}</p>;
  return (
    <dl className={`${styles.details} ${styles.info}`}>
      {info.map(({ key, value }) => (
        <InfoLine key={key} name={key} value={value} />
      ))}
    </dl>
  );
}

function InfoLine({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
