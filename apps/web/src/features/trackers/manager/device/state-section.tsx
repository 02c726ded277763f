import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCourse, formatDistance, formatPercent, type Quantity } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import { Value } from '../../../../format/value.tsx';
import { useServerNow } from '../../../../live/live-store.ts';
import { StatusIcon } from '../../../../parts/devices/status-icon.tsx';
import { toValidDate } from '../../valid-date.ts';
import { ActivationTag } from '../validity/activation-tag.tsx';
import { DetailsList } from './details-list.tsx';
import styles from './device-page.module.css';
import type { DeviceSectionProps } from './device-sections.ts';
import { LastReport } from './last-report.tsx';
import { ShiftAlarmSelect } from './shift-alarm-select.tsx';

type Details = readonly (readonly [name: string, value: ReactNode])[];

/** The latest state of a device with all its values, and its data. */
export function StateSection({ device }: DeviceSectionProps) {
  const { t } = useTranslation('devices');
  return (
    <div className={styles.panes}>
      <section aria-label={t('section.state')}>
        <h2>{t('latestState')}</h2>
        <LatestState device={device} />
      </section>
      <section aria-label={t('deviceData')}>
        <h2>{t('deviceData')}</h2>
        <DeviceData device={device} />
      </section>
      {device.lastReport !== null && Object.keys(device.lastReport.attributes).length > 0 && (
        <section className={styles.wide} aria-label={t('attributes.title')}>
          <h2>{t('attributes.title')}</h2>
          <LastReport report={device.lastReport} />
        </section>
      )}
    </div>
  );
}

function LatestState({ device }: DeviceSectionProps) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatDateTime, formatRelativeTime, formatCoordinates, formatSpeed, formatAltitude, altitudeName } =
    useFormat();
  const now = useServerNow(1_000);
  const state = device.trackerStatusDto;
  const { latitude, longitude, status, satellites } = state;
  const known = (value: number | null, toQuantity: (value: number) => Quantity): ReactNode => (
    <Value quantity={value === null ? null : toQuantity(value)} />
  );
  const time = (instant: number | null): ReactNode =>
    instant === null ? (
      <Value quantity={null} />
    ) : (
      <time dateTime={new Date(instant).toISOString()}>
        {formatDateTime(instant)} <small>{formatRelativeTime(instant, now)}</small>
      </time>
    );
  const details: Details = [
    [
      t('column.status'),
      <span key="status" className={styles.status}>
        <StatusIcon status={status} />
        {tTrackers(`status.${status}`)}
      </span>,
    ],
    [t('state.since'), time(state.statusSince)],
    [t('column.latestCommTime'), state.latestCommTime === null ? t('never') : time(state.latestCommTime)],
    [t('state.fixTime'), time(state.fixTime)],
    [
      t('state.coordinates'),
      latitude === null || longitude === null ? (
        <Value key="coordinates" quantity={null} />
      ) : (
        formatCoordinates(latitude, longitude)
      ),
    ],
    [t('state.address'), device.address === '' ? <Value key="address" quantity={null} /> : device.address],
    [t('state.speed'), known(state.speed, formatSpeed)],
    [t('state.course'), known(state.direction, formatCourse)],
    [altitudeName(t('state.altitude'), state.altitudeKind), known(state.altitude, formatAltitude)],
    [t('state.accuracy'), known(state.accuracy, formatDistance)],
    [t('state.satellites'), satellites ?? <Value key="satellites" quantity={null} />],
    [t('column.electricity'), known(state.electricity, formatPercent)],
    [t('state.gsm'), known(state.gsm, formatPercent)],
    [t('column.mileage'), known(state.fixTime === null ? null : state.mileage, formatDistance)],
  ];
  return <DetailsList details={details.map(([name, value]) => ({ key: name, name, value }))} />;
}

function DeviceData({ device }: DeviceSectionProps) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tRules } = useTranslation('rules');
  const { timeZone } = useFormat();
  const { validUntil } = device;
  const text = (value: string): ReactNode => (value === '' ? <Value quantity={null} /> : value);
  const details: Details = [
    [tTrackers('imei'), device.imei],
    [tTrackers('label'), text(device.label)],
    [t('column.groupName'), device.groupId === null ? tTrackers('noGroup') : text(device.groupName)],
    [tTrackers('model'), text(device.model)],
    [tTrackers('iotCard'), text(device.iotCard)],
    [t('column.activation'), <ActivationTag key="activation" activation={device.activation} />],
    [
      tTrackers('validUntil'),
      validUntil === null ? tTrackers('validUnlimited') : toValidDate(validUntil, timeZone),
    ],
    [tRules('shift.label'), <ShiftAlarmSelect key="shift" trackerId={device.trackerId} />],
    [t('state.account'), text(device.realmDetails)],
    [tTrackers('note'), text(device.note)],
  ];
  return <DetailsList details={details.map(([name, value]) => ({ key: name, name, value }))} />;
}
