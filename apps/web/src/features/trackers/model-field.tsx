import { AutoComplete } from 'antd';
import { useTranslation } from 'react-i18next';
import { useModels } from './use-models.ts';

interface ModelFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (model: string) => void;
}

/** The model of a device: one of the account's models or of the catalogue, or any other text. */
export function ModelField({ id, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('trackers');
  const models = useModels().data ?? [];
  const typed = (value ?? '').trim().toLowerCase();
  const matching = models.filter(({ modelName, vendor }) =>
    `${vendor} ${modelName}`.toLowerCase().includes(typed),
  );
  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      onChange={(model: string | undefined) => onChange?.(model ?? '')}
      allowClear
      placeholder={t('modelNone')}
      options={matching.map(({ modelName, vendor }) => ({
        value: modelName,
        label: vendor === '' ? modelName : `${modelName} · ${vendor}`,
      }))}
    />
  );
}
