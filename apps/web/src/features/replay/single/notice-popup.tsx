import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { NOTICE_MARKERS } from '../../../map/icons/notice-markers.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import { useAddress } from '../../../parts/devices/use-address.ts';
import { TrackCard } from './track-card.tsx';
import type { TrackNotice } from './use-track-notices.ts';

interface NoticePopupProps {
  readonly view: MapView;
  readonly trackerId: number;
  readonly notice: TrackNotice;
  readonly onGoTo: (time: number) => void;
  readonly onClose: () => void;
}

/** The popup of a notice at its position. */
export function NoticePopup({ view, trackerId, notice, onGoTo, onClose }: NoticePopupProps) {
  const { t } = useTranslation('replaySingle');
  const { t: noticeText } = useTranslation('notices');
  const { formatDateTime } = useFormat();
  const { msgType, content, createTime, location } = notice;
  const address = useAddress(trackerId, location);
  const name = noticeText(`type.${msgType}`);
  return (
    <MapPopup
      view={view}
      lngLat={{ lng: location.longitude, lat: location.latitude }}
      ariaLabel={`${name}, ${formatDateTime(createTime)}`}
      onClose={onClose}
    >
      <TrackCard
        icon={NOTICE_MARKERS[msgType]}
        name={name}
        text={content}
        details={
          <>
            <dt>{t('table.time')}</dt>
            <dd>{formatDateTime(createTime)}</dd>
          </>
        }
        address={address}
        goTo={[{ label: t('goTo'), onClick: () => onGoTo(createTime) }]}
      />
    </MapPopup>
  );
}
