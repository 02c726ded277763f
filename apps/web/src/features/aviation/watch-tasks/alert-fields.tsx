import { IconPlus, IconTrash } from '@tabler/icons-react';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import { MAX_TASK_ALERTS, TASK_ALERT_TYPES } from '@wakeline/domain/rules/watch-task';
import { Button, Collapse, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../aviation.module.css';
import { alertUnit } from './alert-units.ts';
import { NEW_ALERT, type TaskFields } from './task-values.ts';

/** Limits on what the devices report. */
export function AlertFields() {
  const { t } = useTranslation('watchTasks');
  return (
    <fieldset className={styles.section}>
      <legend>{t('alert.title')}</legend>
      <Form.List name="alerts">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <AlertEntry key={key} index={name} onRemove={() => remove(name)} />
            ))}
            {fields.length < MAX_TASK_ALERTS && (
              <Button
                className={styles.addEntry ?? ''}
                icon={<IconPlus size={16} />}
                onClick={() => add(NEW_ALERT)}
              >
                {t('alert.add')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </fieldset>
  );
}

function AlertEntry({ index, onRemove }: { readonly index: number; readonly onRemove: () => void }) {
  const { t } = useTranslation('watchTasks');
  const { t: tFormat } = useTranslation('format');
  const format = useFormat();
  const form = Form.useFormInstance<TaskFields>();
  const type = Form.useWatch(['alerts', index, 'type'], form) ?? NEW_ALERT.type;
  const { scale, min, max, text } = alertUnit(type, format);
  const unit = text === 'minutes' ? t('minutes') : tFormat(text);
  const bounds = { min: Math.round((min / scale) * 10) / 10, max: Math.floor(max / scale) };
  const count = (name: 'fixes' | 'seconds' | 'repeatMinutes', from: number, to: number, suffix: string) => (
    <Form.Item
      name={[index, name]}
      label={t(`alert.${name}`)}
      rules={[{ required: true, message: t('required') }]}
    >
      <InputNumber className={styles.field ?? ''} precision={0} min={from} max={to} suffix={suffix} />
    </Form.Item>
  );
  return (
    <div className={styles.alert}>
      <div className={styles.entry}>
        <Form.Item name={[index, 'type']}>
          <Select
            aria-label={t('alert.type')}
            options={TASK_ALERT_TYPES.map((value) => ({ value, label: t(`alertType.${value}`) }))}
            // A limit of another unit means nothing.
            onChange={() => form.setFieldValue(['alerts', index, 'limit'], null)}
          />
        </Form.Item>
        <Form.Item
          name={[index, 'limit']}
          rules={[
            { required: true, message: t('required') },
            { type: 'number', ...bounds, message: t('between', bounds) },
          ]}
        >
          <InputNumber className={styles.field ?? ''} aria-label={t('alert.limit')} suffix={unit} />
        </Form.Item>
        <IconButton danger label={t('alert.remove')} icon={<IconTrash size={16} />} onClick={onRemove} />
      </div>
      {type === 'distance' && (
        <Form.Item
          name={[index, 'coordinates']}
          label={t('alert.point')}
          rules={[{ validator: async (_rule, value: string) => requireCoordinates(value) }]}
        >
          <Input spellCheck={false} autoComplete="off" placeholder="24.81200, 110.53300" />
        </Form.Item>
      )}
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'more',
            forceRender: true,
            label: t('alert.more'),
            children: (
              <div className={styles.row}>
                {count('fixes', 1, 100, '')}
                {count('seconds', 0, 3_600, tFormat('unit.seconds'))}
                {count('repeatMinutes', 0, 1_440, t('minutes'))}
                {type !== 'inactivity' && (
                  <Form.Item
                    name={[index, 'hysteresis']}
                    label={t('alert.hysteresis')}
                    tooltip={t('alert.hysteresisHint')}
                  >
                    <InputNumber
                      className={styles.field ?? ''}
                      min={0}
                      placeholder={t('alert.usual')}
                      suffix={unit}
                    />
                  </Form.Item>
                )}
              </div>
            ),
          },
        ]}
      />
    </div>
  );

  function requireCoordinates(value: string): void {
    if (parseCoordinates(value ?? '') === null) throw new Error(t('alert.pointWrong'));
  }
}
