import type { LocationRow } from '@wakeline/contract/reports/locations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue, PositionLink } from '../report-cells.tsx';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const LOCATION_TABLE_WIDTH = 1_200;

/** The columns of positions. */
export function useLocationColumns(): readonly RecordColumn<LocationRow>[] {
  const { t } = useTranslation('locationReport');
  const { t: tReports } = useTranslation('reports');
  const { formatDateTime, formatSpeed, formatAltitude, formatCount } = useFormat();
  /** A value that a device may not send. */
  const column = <Field extends keyof LocationRow>(
    field: Field,
    title: string,
    width: number,
    render: (value: NonNullable<LocationRow[Field]>) => ReactNode,
    initiallyHidden = false,
  ): RecordColumn<LocationRow> => ({
    ...{ key: field, title, width, optional: true, initiallyHidden },
    render: (row) => {
      const value = row[field];
      return value === null || value === undefined ? <NoValue why={t('unknown')} /> : render(value);
    },
  });
  const digits = (value: number) => <Digits>{formatCount(Math.round(value))}</Digits>;
  return [
    {
      ...{ key: 'name', title: tReports('column.device'), width: 170 },
      render: ({ trackerName }) => <CutText text={trackerName} />,
    },
    column('imei', 'IMEI', 160, (imei) => <Digits>{imei}</Digits>, true),
    column('time', t('time'), 170, (time) => <Digits>{formatDateTime(time)}</Digits>),
    {
      ...{ key: 'position', title: t('coordinates'), width: 200, optional: true },
      render: (row) => (
        <>
          <PositionLink position={row} />
          {!row.isValid && <span className={styles.secondary}> {t('invalid')}</span>}
        </>
      ),
    },
    column('address', t('address'), 180, (address) => <CutText text={address} />),
    column('speed', t('speed'), 100, (speed) => <Value quantity={formatSpeed(speed)} />),
    column('dir', t('course'), 80, (course) => <Digits>{Math.round(course)}°</Digits>),
    column('height', t('altitude'), 96, (metres) => <Value quantity={formatAltitude(metres)} />),
    column('accuracy', t('accuracy'), 90, (metres) => <Digits>{Math.round(metres)} m</Digits>, true),
    column('satellites', t('satellites'), 90, digits, true),
    column('status', t('status'), 90, (status) => t(`statusOf.${status}`)),
    column('power', t('battery'), 90, (percent) => <Value quantity={formatPercent(percent)} />),
    column('gsm', t('signal'), 90, (percent) => <Value quantity={formatPercent(percent)} />, true),
    column('ignition', t('ignition'), 90, (isOn) => t(isOn ? 'on' : 'off')),
    column(
      'info',
      t('others'),
      220,
      (info) => <CutText text={info.map(({ key, value }) => `${key}=${value}`).join('; ')} />,
      true,
    ),
  ];
}
