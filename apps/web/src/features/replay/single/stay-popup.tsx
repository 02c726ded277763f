import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { STAY_MARKERS } from '../../../map/icons/stay-markers.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import { useAddress } from '../../../parts/devices/use-address.ts';
import { TrackCard } from './track-card.tsx';

interface StayPopupProps {
  readonly view: MapView;
  readonly trackerId: number;
  readonly stay: StayMarker;
  /** False keeps the focus in the list. */
  readonly takeFocus: boolean;
  readonly onGoTo: (time: number) => void;
  readonly onClose: () => void;
}

/** The popup of a stay: status, times and address. */
export function StayPopup({ view, trackerId, stay, takeFocus, onGoTo, onClose }: StayPopupProps) {
  const { t } = useTranslation('replaySingle');
  const { formatDateTime, formatCoordinates } = useFormat();
  const { status, startTime, endTime, lng, lat, text } = stay;
  const address = useAddress(trackerId, { latitude: lat, longitude: lng });
  const name = t(`stay.status.${status}`);
  return (
    <MapPopup
      view={view}
      lngLat={{ lng, lat }}
      ariaLabel={t('stay.label', { name, span: text })}
      takeFocus={takeFocus}
      onClose={onClose}
    >
      <TrackCard
        icon={STAY_MARKERS[status]}
        name={name}
        details={
          <>
            <dt>{t('stay.from')}</dt>
            <dd>{formatDateTime(startTime)}</dd>
            <dt>{t('stay.to')}</dt>
            <dd>{formatDateTime(endTime)}</dd>
            <dt>{t('stay.duration')}</dt>
            <dd>{text}</dd>
            <dt>{t('table.coordinates')}</dt>
            <dd>{formatCoordinates(lat, lng)}</dd>
          </>
        }
        address={address}
        goTo={[
          { label: t('stay.goToStart'), onClick: () => onGoTo(startTime) },
          { label: t('stay.goToEnd'), onClick: () => onGoTo(endTime) },
        ]}
      />
    </MapPopup>
  );
}
