import type { Field } from '@wakeline/contract/aviation/airports';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../aviation.module.css';
import type { PlaceChoice } from './flight-values.ts';
import { useFieldChoices } from './use-flights.ts';

/** Pixels: names of airports are long. */
const POPUP_WIDTH = 420;

interface PlaceFieldProps {
  /** From the form. */
  readonly id?: string;
  readonly value?: PlaceChoice | null;
  readonly onChange?: (value: PlaceChoice | null) => void;
  /** Without own landing places. */
  readonly airportsOnly?: boolean;
  readonly placeholder: string;
}

const keyOf = ({ ident, landingPlaceId }: PlaceChoice) => ident ?? `p${landingPlaceId}`;

/** Chooses a landing place or an airport by code or name. */
export function PlaceField({
  id,
  value = null,
  onChange,
  airportsOnly = false,
  placeholder,
}: PlaceFieldProps) {
  const { t } = useTranslation('flights');
  const [keywords, setKeywords] = useState('');
  const { data, isFetching } = useFieldChoices(keywords.trim());
  const found = (keywords.trim() === '' ? [] : (data?.list ?? [])).filter(
    ({ ident }) => !airportsOnly || ident !== null,
  );
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeywords }}
      popupMatchSelectWidth={POPUP_WIDTH}
      loading={isFetching}
      placeholder={placeholder}
      notFoundContent={t(
        keywords.trim() === '' ? 'place.type' : isFetching ? 'place.searching' : 'place.none',
      )}
      value={value === null ? null : keyOf(value)}
      labelRender={() => (value === null ? '' : placeText(value))}
      options={found.map((field) => ({ value: keyOf(field), label: <PlaceOption field={field} />, field }))}
      onChange={(_, option) => {
        const field = Array.isArray(option) ? undefined : option?.field;
        onChange?.(field === undefined ? null : field);
        setKeywords('');
      }}
    />
  );
}

/** Code and name of a place. */
export function placeText({ ident, fieldName }: PlaceChoice): string {
  return ident === null || ident === fieldName ? fieldName : `${ident} · ${fieldName}`;
}

function PlaceOption({ field }: { readonly field: Field }) {
  const { t } = useTranslation('flights');
  const { ident, code, fieldName, city, country } = field;
  const region = [city, country].filter((text) => text !== '').join(', ');
  return (
    <span className={styles.lines}>
      <span>{[ident, code, fieldName].filter((text) => text !== null && text !== '').join(' · ')}</span>
      <span className={styles.utcHint}>{ident === null ? t('place.own') : region}</span>
    </span>
  );
}
