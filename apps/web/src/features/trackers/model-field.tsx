import { AutoComplete } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../format/collator.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';

interface ModelFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (model: string) => void;
}

/** The model of a device: free text, with the models of the visible devices as suggestions. */
export function ModelField({ id, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('trackers');
  const language = useLanguage();
  const models = useMemo(() => {
    const names = new Set(
      liveStore.getIds().map((trackerId) => liveStore.getTracker(trackerId)?.model ?? ''),
    );
    names.delete('');
    return [...names].sort(createNameComparator(language));
  }, [language]);
  const typed = (value ?? '').trim().toLowerCase();
  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      onChange={(model: string) => onChange?.(model)}
      allowClear
      placeholder={t('modelNone')}
      options={models
        .filter((model) => model.toLowerCase().includes(typed))
        .map((model) => ({ value: model }))}
    />
  );
}
