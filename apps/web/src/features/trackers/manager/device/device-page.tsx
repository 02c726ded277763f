import { NamedError } from '@wakeline/contract/errors';
import { Button, Empty, Skeleton, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useTracker } from '../../../../live/live-store.ts';
import { fullName } from '../../../../parts/devices/full-name.ts';
import type { TrackerSubject } from '../../../../parts/devices/subjects.ts';
import { useSeesInstructions } from '../../../../parts/instructions/send-dialog-store.ts';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { Screen } from '../../../../ui/screen.tsx';
import { useSearchParams } from '../../../../ui/search-params.ts';
import { TrackerForm } from '../../tracker-form.tsx';
import { useReloadDevices } from '../devices/use-device-page.ts';
import { ExpiredNote } from '../validity/expired-note.tsx';
import { DeviceActions } from './device-actions.tsx';
import styles from './device-page.module.css';
import { DEVICE_SECTIONS } from './device-sections.ts';
import { useDevice } from './use-device.ts';

/** Everything about one device. The address contains the device and the open section. */
export function DevicePage() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const trackerId = Number(useParams().trackerId);
  const [search, setSearch] = useSearchParams();
  const query = useDevice(trackerId);
  const { failure, onRetry } = useListFailure(query);
  const reload = useReloadDevices();
  const live = useTracker(trackerId);
  const [subject, setSubject] = useState<TrackerSubject | null>(null);
  const seesInstructions = useSeesInstructions();
  const back = <Link to="/deviceManger">{t('backToDevices')}</Link>;

  if (query.error !== null && query.data === undefined) {
    const unknown = query.error instanceof NamedError && query.error.errorName === 'tracker-unknown';
    return (
      <Screen title={t('device')} filters={back}>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failure} className={styles.empty ?? ''}>
          {!unknown && onRetry !== null && <Button onClick={onRetry}>{t('retry')}</Button>}
        </Empty>
      </Screen>
    );
  }
  if (query.data === undefined)
    return (
      <Screen title={t('device')} filters={back}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </Screen>
    );

  // The live connection is ahead of the last response.
  const device = live === undefined ? query.data : { ...query.data, ...live };
  const sections = DEVICE_SECTIONS.filter(
    ({ editorsOnly, instructionsOnly }) =>
      (!editorsOnly || device.abilities.edit) && (!instructionsOnly || seesInstructions),
  );
  const { key, Content } =
    sections.find((section) => section.key === search.get('section')) ?? DEVICE_SECTIONS[0];
  return (
    <Screen
      title={fullName(device)}
      action={
        <DeviceActions
          device={device}
          onEdit={() => setSubject({ kind: 'edit', tracker: device })}
          onRemoved={() => navigate('/deviceManger')}
        />
      }
      filters={back}
    >
      <ExpiredNote device={device} />
      <Tabs
        activeKey={key}
        onChange={(section) => setSearch({ section }, { replace: true })}
        items={sections.map((section) => ({ key: section.key, label: t(section.label) }))}
      />
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        <Content device={device} />
      </Suspense>
      <TrackerForm subject={subject} onClose={() => setSubject(null)} onSaved={() => void reload()} />
    </Screen>
  );
}
