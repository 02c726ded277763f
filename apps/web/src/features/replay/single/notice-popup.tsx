import { IconClockPlay } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { MarkIcon } from '../../../map/icons/mark-icon.tsx';
import { NOTICE_MARKS } from '../../../map/icons/notice-marks.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import { useAddress } from '../../../parts/devices/use-address.ts';
import styles from './track-card.module.css';
import type { TrackNotice } from './use-track-notices.ts';

interface NoticePopupProps {
  readonly view: MapView;
  readonly trackerId: number;
  readonly notice: TrackNotice;
  readonly onGoTo: (time: number) => void;
  readonly onClose: () => void;
}

/** A notice of the time that is replayed, at its place. */
export function NoticePopup({ view, trackerId, notice, onGoTo, onClose }: NoticePopupProps) {
  const { t } = useTranslation('replaySingle');
  const { t: words } = useTranslation('notices');
  const { dateTime } = useFormat();
  const { msgType, content, createTime, location } = notice;
  const address = useAddress(trackerId, location);
  const name = words(`type.${msgType}`);
  return (
    <MapPopup
      view={view}
      lngLat={{ lng: location.longitude, lat: location.latitude }}
      ariaLabel={`${name}, ${dateTime(createTime)}`}
      onClose={onClose}
    >
      <article className={styles.card}>
        <h2>
          <MarkIcon mark={NOTICE_MARKS[msgType]} />
          {name}
        </h2>
        <p>{content}</p>
        <dl className={styles.facts}>
          <dt>{t('table.time')}</dt>
          <dd>{dateTime(createTime)}</dd>
          {address !== null && address !== '' && (
            <>
              <dt>{t('stay.address')}</dt>
              <dd>{address}</dd>
            </>
          )}
        </dl>
        <footer>
          <Button
            size="small"
            type="primary"
            icon={<IconClockPlay size={16} />}
            onClick={() => onGoTo(createTime)}
          >
            {t('goTo')}
          </Button>
        </footer>
      </article>
    </MapPopup>
  );
}
