import { IconHistory, IconRefresh } from '@tabler/icons-react';
import type { DeviceEvent } from '@wakeline/contract/trackers/events';
import { EVENT_KINDS } from '@wakeline/domain/events/tracker-event';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import { serverNow } from '../../../../live/live-store.ts';
import { buildReplayUrlAt } from '../../../../parts/addresses/single-replay-url.ts';
import { ChoiceFilter } from '../../../../parts/records/choice-filter.tsx';
import { RecordTable } from '../../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TimeFilter } from '../../../../ui/time-filter.tsx';
import type { DeviceSectionProps } from '../device/device-sections.ts';
import { useEventColumns } from './event-columns.tsx';
import styles from './events.module.css';
import { type EventFilter, useDeviceEvents } from './use-device-events.ts';

const ALL: EventFilter = { kinds: [], startTime: undefined, endTime: undefined };

/** What began and ended for a device, newest first. Each event opens the replay at its time. */
export function EventsSection({ device: { trackerId, abilities } }: DeviceSectionProps) {
  const { t } = useTranslation('deviceEvents');
  const { t: tDevices } = useTranslation('devices');
  const { formatDateTime } = useFormat();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(ALL);
  const query = useDeviceEvents(trackerId, filter);
  const failure = useListFailure(query);
  const columns = useEventColumns();
  const change = (next: Partial<EventFilter>) => setFilter((last) => ({ ...last, ...next }));
  // A refused filter must not show the events of the previous one.
  const rows = query.isError ? undefined : query.data?.pages.flatMap(({ list }) => list);
  return (
    <section className={styles.section}>
      <search className={styles.filters}>
        <ChoiceFilter
          label={t('kinds')}
          values={filter.kinds}
          options={EVENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kinds) => change({ kinds })}
        />
        <TimeFilter
          startTime={filter.startTime}
          endTime={filter.endTime}
          now={serverNow()}
          onChange={change}
        />
        <Button
          icon={<IconRefresh size={16} stroke={1.75} />}
          loading={query.isRefetching}
          onClick={() => void query.refetch()}
        >
          {t('refresh')}
        </Button>
      </search>
      <RecordTable<DeviceEvent>
        label={tDevices('section.events')}
        name="device-events"
        rows={rows}
        rowKey={({ time, kind, ref }) => `${time}-${kind}-${ref}`}
        columns={columns}
        minWidth={800}
        {...failure}
        empty={t('none')}
        actionsWidth={84}
        {...(abilities.replay && {
          actions: ({ time }: DeviceEvent) => (
            <IconButton
              label={t('replayAt', { time: formatDateTime(time) })}
              icon={<IconHistory size={18} stroke={1.75} />}
              onClick={() => navigate(buildReplayUrlAt(trackerId, time, serverNow()))}
            />
          ),
        })}
      />
      {query.hasNextPage && !query.isError && (
        <Button
          className={styles.older ?? ''}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('older')}
        </Button>
      )}
    </section>
  );
}
