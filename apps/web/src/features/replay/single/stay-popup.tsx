import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { STAY_MARKS } from '../../../map/icons/stay-marks.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import type { MarkedStay } from '../../../map/replay/track-marks.ts';
import { useAddress } from '../../../parts/devices/use-address.ts';
import { TrackCard } from './track-card.tsx';

interface StayPopupProps {
  readonly view: MapView;
  readonly trackerId: number;
  readonly stay: MarkedStay;
  /** False leaves the focus in the list. */
  readonly takeFocus: boolean;
  readonly onGoTo: (time: number) => void;
  readonly onClose: () => void;
}

/** Where a device stayed: what is said of it, from when to when, and the address. */
export function StayPopup({ view, trackerId, stay, takeFocus, onGoTo, onClose }: StayPopupProps) {
  const { t } = useTranslation('replaySingle');
  const { dateTime, coordinates } = useFormat();
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
        mark={STAY_MARKS[status]}
        name={name}
        facts={
          <>
            <dt>{t('stay.from')}</dt>
            <dd>{dateTime(startTime)}</dd>
            <dt>{t('stay.to')}</dt>
            <dd>{dateTime(endTime)}</dd>
            <dt>{t('stay.duration')}</dt>
            <dd>{text}</dd>
            <dt>{t('table.coordinates')}</dt>
            <dd>{coordinates(lat, lng)}</dd>
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
