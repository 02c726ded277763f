import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightFields } from './flight-values.ts';
import { usePlaneChoices } from './use-flights.ts';

interface PlaneFieldProps {
  /** From the form. */
  readonly id?: string;
  readonly value?: FlightFields['plane'];
  readonly onChange?: (value: FlightFields['plane']) => void;
}

/** Chooses a plane by tail number, model or device. */
export function PlaneField({ id, value = null, onChange }: PlaneFieldProps) {
  const { t } = useTranslation('flights');
  const [keywords, setKeywords] = useState('');
  const { data, isFetching } = usePlaneChoices(keywords.trim());
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeywords }}
      loading={isFetching}
      placeholder={t('noPlane')}
      value={value?.planeId ?? null}
      labelRender={() => value?.tailNumber ?? ''}
      options={(data?.list ?? []).map(({ planeId, tailNumber, model }) => ({
        value: planeId,
        label: model === '' ? tailNumber : `${tailNumber} · ${model}`,
        tailNumber,
      }))}
      onChange={(planeId, option) => {
        const tailNumber = Array.isArray(option) ? undefined : option?.tailNumber;
        onChange?.(typeof planeId === 'number' && tailNumber !== undefined ? { planeId, tailNumber } : null);
        setKeywords('');
      }}
    />
  );
}
