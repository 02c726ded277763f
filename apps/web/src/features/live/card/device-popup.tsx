import { IconX } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useTracker } from '../../../live/live-store.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import { fullName } from '../../../parts/devices/full-name.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './device-popup.module.css';

interface DevicePopupProps {
  /** For measuring the card when it is displayed in a corner or at the bottom edge. */
  readonly ref: Ref<HTMLElement>;
  readonly view: MapView;
  readonly trackerId: number;
  readonly hidden: boolean;
  /** The card is at the bottom edge, wherever the device is. */
  readonly docked: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The card of the selected device: at its marker if it is drawn and there is space, else in a corner of the map. */
export function DevicePopup({ ref, view, trackerId, hidden, docked, onClose, children }: DevicePopupProps) {
  const { t } = useTranslation('live');
  const { t: tApp } = useTranslation('app');
  const tracker = useTracker(trackerId);
  if (!tracker) return null;
  const { latitude: lat, longitude: lng } = tracker.trackerStatusDto;
  const label = t('popup.label', { name: fullName(tracker) });
  if (!docked && !hidden && lat !== null && lng !== null)
    return (
      <MapPopup
        key={trackerId}
        view={view}
        trackerId={trackerId}
        lngLat={{ lng, lat }}
        ariaLabel={label}
        onClose={onClose}
      >
        {children}
      </MapPopup>
    );
  return (
    <section ref={ref} className={styles.corner} data-docked={docked} role="dialog" aria-label={label}>
      <span className={styles.close}>
        <IconButton size="small" label={tApp('action.close')} icon={<IconX size={16} />} onClick={onClose} />
      </span>
      {children}
    </section>
  );
}
