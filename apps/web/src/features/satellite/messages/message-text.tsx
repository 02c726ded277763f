import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { useTranslation } from 'react-i18next';
import styles from './messages.module.css';

/** The text of a message; of one without a text, what it has instead. */
export function MessageText({ message: { content, place } }: { readonly message: SatelliteMessage }) {
  const { t } = useTranslation('satelliteMessages');
  if (content !== '') return content;
  return <span className={styles.noText}>{t(place === null ? 'content.data' : 'content.position')}</span>;
}
