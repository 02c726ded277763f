import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { LngLat, MapView } from '../../map/map-view.ts';
import { MapPopup } from '../../map/popup/map-popup.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useCopy } from '../../ui/copy.ts';
import styles from './object-popup.module.css';
import { useObjectsStore } from './objects-store.ts';

/** The coordinates and address of a point on the map. */
export function WhatsHerePopup({ view, lngLat }: { readonly view: MapView; readonly lngLat: LngLat }) {
  const { t } = useTranslation('mapObjects');
  const { formatCoordinates } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const copy = useCopy();
  const showWhatsHere = useObjectsStore((state) => state.showWhatsHere);
  const { data, error, isPending } = useQuery({
    queryKey: [USER_QUERIES, 'address', lngLat.lat, lngLat.lng, language],
    queryFn: ({ signal }) =>
      client.call(
        'queryAddress',
        { latitude: lngLat.lat, longitude: lngLat.lng, lang: language },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const coordinatesText = formatCoordinates(lngLat.lat, lngLat.lng);
  return (
    <MapPopup view={view} lngLat={lngLat} ariaLabel={t('here.title')} onClose={() => showWhatsHere(null)}>
      <article className={styles.card}>
        <h2>
          <button
            type="button"
            className={styles.copy}
            title={t('here.copy')}
            onClick={() => copy(coordinatesText)}
          >
            {coordinatesText}
          </button>
        </h2>
        {isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 1 }} />
        ) : error !== null ? (
          <p role="alert" className={styles.note}>
            {errorText(error, language)}
          </p>
        ) : (
          <p className={styles.note}>{data.address === '' ? t('here.nothing') : data.address}</p>
        )}
      </article>
    </MapPopup>
  );
}
