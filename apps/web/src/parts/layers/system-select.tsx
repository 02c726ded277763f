import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SystemList } from '@wakeline/contract/layer-files';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import styles from './system-select.module.css';

interface SystemSelectProps {
  readonly value: number | null;
  /** Listed while no text is entered. */
  readonly suggested?: SystemList;
  readonly onChange: (code: number) => void;
}

const NONE: SystemList = [];

/** Selects a coordinate system by its name, country or EPSG code. */
export function SystemSelect({ value, suggested = NONE, onChange }: SystemSelectProps) {
  const { t } = useTranslation('imageLayers');
  const client = useClient();
  const [typed, setTyped] = useState('');
  const entered = useDeferredValue(typed.trim());
  const text = entered || (value === null ? '' : String(value));
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'coordinateSystems', text],
    queryFn: ({ signal }) => client.call('queryCoordinateSystems', { text }, { signal }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const found = text === '' ? NONE : (data?.list ?? NONE);
  const others = found.filter(({ code }) => !suggested.some((system) => system.code === code));
  const groups = [
    { label: t('editor.systemSuggested'), options: suggested.map(toOption) },
    { label: t('editor.systemOthers'), options: others.map(toOption) },
  ].filter(({ options }) => options.length > 0);
  return (
    <Select<number>
      className={styles.select ?? ''}
      popupMatchSelectWidth={360}
      aria-label={t('editor.system')}
      placeholder={t('editor.system')}
      value={value}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={t('editor.systemSearch')}
      onChange={onChange}
      options={suggested.length > 0 && entered === '' ? groups : found.map(toOption)}
    />
  );
}

function toOption({ code, name, area }: SystemList[number]) {
  return { value: code, label: `${name} (EPSG:${code})`, title: area };
}
