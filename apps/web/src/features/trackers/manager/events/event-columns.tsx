import type { DeviceEvent } from '@wakeline/contract/trackers/events';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatPercent, type Quantity } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import { EventMarkerIcon } from '../../../../map/icons/event-marker-icon.tsx';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';
import { eventMarker } from './event-markers.ts';
import styles from './events.module.css';

/** The columns of the event history. */
export function useEventColumns(): readonly RecordColumn<DeviceEvent>[] {
  const { t } = useTranslation('deviceEvents');
  const { formatDateTime, formatCoordinates } = useFormat();
  const titleOf = useEventTitle();
  const detailOf = useEventDetail();
  return [
    {
      key: 'event',
      title: t('column.event'),
      width: 200,
      render: (event) => (
        <span className={styles.event}>
          <EventMarkerIcon shape={eventMarker(event)} />
          {titleOf(event)}
        </span>
      ),
    },
    { key: 'time', title: t('column.time'), width: 190, render: ({ time }) => formatDateTime(time) },
    { key: 'detail', title: t('column.detail'), render: (event) => detailOf(event) || '—' },
    {
      key: 'position',
      title: t('column.position'),
      width: 230,
      optional: true,
      render: ({ location }) =>
        location === null ? '—' : formatCoordinates(location.latitude, location.longitude),
    },
  ];
}

function useEventTitle(): (event: DeviceEvent) => string {
  const { t } = useTranslation('deviceEvents');
  const { t: tNotices } = useTranslation('notices');
  return ({ kind, msgType }) => (msgType === null ? t(`kind.${kind}`) : tNotices(`type.${msgType}`));
}

/** What an event says besides its kind: the fence, and what ended with it. */
function useEventDetail(): (event: DeviceEvent) => string {
  const { t } = useTranslation('deviceEvents');
  const { t: tFormat } = useTranslation('format');
  const { formatSpan, formatDateTime } = useFormat();
  const withUnit = ({ value, unit }: Quantity) => `${value} ${tFormat(`unit.${unit}`)}`;
  return ({ kind, time, since, fenceId, fenceName, metres, electricity }) => {
    const span = since === null ? null : formatSpan(Math.max(0, time - since));
    switch (kind) {
      case 'fence-entered':
      case 'fence-exited': {
        const name = fenceId !== null && fenceName === null ? t('otherFence') : (fenceName ?? '');
        return span === null ? name : `${name} · ${t('inside', { span })}`;
      }
      case 'movement-started':
        return span === null ? '' : t('stayed', { span });
      case 'movement-stopped':
      case 'landing':
        return span === null ? '' : t('trip', { span, distance: withUnit(formatDistance(metres ?? 0)) });
      case 'ignition-on':
        return span === null ? '' : t('wasOff', { span });
      case 'ignition-off':
        return span === null ? '' : t('wasOn', { span });
      case 'online':
        return span === null ? t('firstContact') : t('wasOffline', { span });
      case 'offline':
        return since === null ? '' : t('lastMessage', { time: formatDateTime(since) });
      case 'sos-cleared':
        return span === null ? '' : t('lasted', { span });
      case 'battery-low':
        return electricity === null ? '' : withUnit(formatPercent(electricity));
      case 'rule':
        return t('kind.rule');
      case 'task':
        return t('kind.task');
      case 'alarm':
      case 'take-off':
      case 'touch-and-go':
        return '';
    }
  };
}
