import { AutoComplete, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { findModels, modelNamed } from './models/find-models.ts';
import { useModels } from './models/use-models.ts';
import type { TrackerFields } from './tracker-fields.ts';

interface ModelFieldProps {
  /** A new device gets icon and protocol of its model where the user has not chosen them. */
  readonly isNew?: boolean;
  /** Set by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (model: string) => void;
}

/** The model of a device: one of the account's models or of the catalogue, or any other text. */
export function ModelField({ isNew = false, id, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('trackers');
  const form = Form.useFormInstance<TrackerFields>();
  const models = useModels().data?.list ?? [];

  function choose(name: string): void {
    onChange?.(name);
    const model = isNew ? modelNamed(models, name) : null;
    if (model === null) return;
    if (!form.isFieldTouched('icon')) form.setFieldValue('icon', model.iconDto);
    if (!form.isFieldTouched('protocol')) form.setFieldValue('protocol', model.protocol);
  }

  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      onChange={(name: string | undefined) => choose(name ?? '')}
      allowClear
      placeholder={t('modelNone')}
      options={findModels(models, value ?? '').map(({ modelName, vendor }) => ({
        value: modelName,
        label: vendor === '' ? modelName : `${modelName} · ${vendor}`,
      }))}
    />
  );
}
