import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MAX_TASK_AREAS, TASK_AREA_MODES } from '@wakeline/domain/rules/watch-task';
import { Button, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../aviation.module.css';

/** Fences in which the devices must stay, or into which they must not go. `missing`: those that were deleted. */
export function AreaFields({ missing }: { readonly missing: readonly number[] }) {
  const { t } = useTranslation('watchTasks');
  const { list, state } = useObjects('fence');
  const options = list.map(({ id, name }) => ({ value: id, label: name }));
  const deleted = missing.map((fenceId) => ({ value: fenceId, label: t('area.deleted'), disabled: true }));
  return (
    <fieldset className={styles.section}>
      <legend>{t('area.title')}</legend>
      <Form.List name="areas">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className={styles.entry}>
                <Form.Item name={[name, 'mode']}>
                  <Select
                    aria-label={t('area.mode')}
                    options={TASK_AREA_MODES.map((mode) => ({ value: mode, label: t(`area.${mode}`) }))}
                  />
                </Form.Item>
                <Form.Item name={[name, 'fenceId']} rules={[{ required: true, message: t('area.choose') }]}>
                  <Select
                    aria-label={t('area.fence')}
                    loading={state === 'pending'}
                    placeholder={t('area.choose')}
                    options={[...options, ...deleted]}
                    showSearch={{ optionFilterProp: 'label' }}
                  />
                </Form.Item>
                <IconButton
                  danger
                  label={t('area.remove')}
                  icon={<IconTrash size={16} />}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            {fields.length < MAX_TASK_AREAS && (
              <Button
                className={styles.addEntry ?? ''}
                icon={<IconPlus size={16} />}
                onClick={() => add({ fenceId: null, mode: 'inside' })}
              >
                {t('area.add')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </fieldset>
  );
}
