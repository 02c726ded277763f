import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { buildMapPositionUrl } from '../../../parts/addresses/map-position-url.ts';
import { useSession } from '../../../service/session.ts';
import styles from './messages.module.css';

/** Where the terminal was when it wrote the message, with a link to the map; nothing if that is not known. */
export function MessagePlace({ message: { place } }: { readonly message: Pick<SatelliteMessage, 'place'> }) {
  const { t } = useTranslation('satelliteMessages');
  const { formatCoordinates } = useFormat();
  const opensMap = useSession().roles.some(({ name }) => name === 'eob_plugin_loc_monitor');
  if (place === null) return null;
  const text = formatCoordinates(place.latitude, place.longitude);
  return opensMap ? (
    <Link to={buildMapPositionUrl(place)} className={styles.link} title={t('details.showOnMap')}>
      {text}
    </Link>
  ) : (
    <span>{text}</span>
  );
}
