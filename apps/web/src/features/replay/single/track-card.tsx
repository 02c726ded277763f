import { IconClockPlay } from '@tabler/icons-react';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EventMarkerIcon } from '../../../map/icons/event-marker-icon.tsx';
import styles from './track-card.module.css';

interface TrackCardProps {
  readonly icon: Parameters<typeof EventMarkerIcon>[0]['shape'];
  readonly name: string;
  readonly text?: string;
  /** Terms and descriptions, as elements of a `dl`. */
  readonly details: ReactNode;
  /** Null or empty: none. */
  readonly address: string | null;
  /** Buttons that seek to a time; the first is the primary one. */
  readonly goTo: readonly { readonly label: string; readonly onClick: () => void }[];
}

/** The popup content of a stay or a notice on the track. */
export function TrackCard({ icon, name, text, details, address, goTo }: TrackCardProps) {
  const { t } = useTranslation('replaySingle');
  return (
    <article className={styles.card}>
      <h2>
        <EventMarkerIcon shape={icon} />
        {name}
      </h2>
      {text !== undefined && <p>{text}</p>}
      <dl className={styles.details}>
        {details}
        {address !== null && address !== '' && (
          <>
            <dt>{t('stay.address')}</dt>
            <dd>{address}</dd>
          </>
        )}
      </dl>
      <footer>
        {goTo.map(({ label, onClick }, index) => (
          <Button
            key={label}
            size="small"
            type={index === 0 ? 'primary' : 'default'}
            icon={index === 0 ? <IconClockPlay size={16} /> : null}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </footer>
    </article>
  );
}
