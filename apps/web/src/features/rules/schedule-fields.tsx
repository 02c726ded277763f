import { IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Checkbox, Form, type FormInstance, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { isOvernight, NEW_WINDOW, type RuleDraft } from './rule-draft.ts';
import styles from './rules.module.css';
import { requireSome } from './target-fields.tsx';
import { WEEKDAYS } from './weekdays.ts';

/** When a rule applies: always, or at certain hours of weekdays. */
export function ScheduleFields({ form }: { readonly form: FormInstance<RuleDraft> }) {
  const { t } = useTranslation('rules');
  const always = Form.useWatch('always', form);
  return (
    <>
      <Form.Item name="always" label={t('hours.label')}>
        <Segmented
          block
          options={[
            { value: true, label: t('hours.always') },
            { value: false, label: t('hours.some') },
          ]}
        />
      </Form.Item>
      {always === false && (
        <Form.List name="windows">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <WindowFields
                  key={key}
                  name={name}
                  form={form}
                  onRemove={fields.length > 1 ? () => remove(name) : null}
                />
              ))}
              {fields.length < LIMITS.windowsPerRule && (
                <Form.Item>
                  <Button icon={<IconPlus size={16} />} onClick={() => add(NEW_WINDOW)}>
                    {t('hours.add')}
                  </Button>
                </Form.Item>
              )}
            </>
          )}
        </Form.List>
      )}
    </>
  );
}

interface WindowFieldsProps {
  readonly name: number;
  readonly form: FormInstance<RuleDraft>;
  /** Null: the last one cannot be removed. */
  readonly onRemove: (() => void) | null;
}

function WindowFields({ name, form, onRemove }: WindowFieldsProps) {
  const { t } = useTranslation('rules');
  const window = Form.useWatch(['windows', name], form);
  return (
    <div className={styles.window}>
      <Form.Item
        name={[name, 'weekdays']}
        label={t('hours.weekdays')}
        rules={[requireSome(t('hours.dayRequired'))]}
      >
        <Checkbox.Group options={WEEKDAYS.map((value) => ({ value, label: t(`weekday.${value}`) }))} />
      </Form.Item>
      <div className={styles.row}>
        {(['from', 'to'] as const).map((end) => (
          <Form.Item
            key={end}
            name={[name, end]}
            label={t(`hours.${end}`)}
            rules={[{ required: true, message: t('required') }]}
          >
            <Input type="time" />
          </Form.Item>
        ))}
      </div>
      {window?.from && window.to && isOvernight(window) && (
        <p className={styles.overnight}>{t('hours.overnight')}</p>
      )}
      {onRemove !== null && (
        <Form.Item>
          <Button icon={<IconTrash size={16} />} onClick={onRemove}>
            {t('hours.remove')}
          </Button>
        </Form.Item>
      )}
    </div>
  );
}
