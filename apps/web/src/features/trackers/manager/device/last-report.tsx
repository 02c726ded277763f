import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import { Value } from '../../../../format/value.tsx';
import { isNamedAttribute, unitOf } from './attribute-units.ts';
import { DetailsList } from './details-list.tsx';
import type { DeviceDetails } from './device-sections.ts';

type Attribute = NonNullable<DeviceDetails['lastReport']>['attributes'][string];

/** All attributes of the last report: with their names as far as they are known, else with the keys. */
export function LastReport({ report }: { readonly report: NonNullable<DeviceDetails['lastReport']> }) {
  const { t } = useTranslation('devices');
  const { t: tAttributes } = useTranslation('deviceAttributes');
  const { formatDateTime } = useFormat();
  const entries = Object.entries(report.attributes).map(([key, value]) => ({
    key,
    name: isNamedAttribute(key) ? tAttributes(`name.${key}`) : key,
    value: <AttributeValue key={key} name={key} value={value} />,
  }));
  return (
    <DetailsList
      details={[{ key: '#time', name: t('attributes.time'), value: formatDateTime(report.time) }, ...entries]}
    />
  );
}

function AttributeValue({ name, value }: { readonly name: string; readonly value: Attribute }): ReactNode {
  const { t } = useTranslation('devices');
  const { formatSpeed } = useFormat();
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no');
  const unit = unitOf(name);
  if (unit === null || typeof value === 'string') return String(value);
  if (unit === 'distance') return <Value quantity={formatDistance(value)} />;
  if (unit === 'speed') return <Value quantity={formatSpeed(value)} />;
  return <Value quantity={{ value: String(value), unit }} />;
}
