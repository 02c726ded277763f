import { YAW_DISTANCES } from '@wakeline/domain/rules/watch-task';
import { Form, InputNumber, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import styles from '../aviation.module.css';
import { alertUnit } from './alert-units.ts';
import type { TaskFields } from './task-values.ts';

/** The line that the devices should follow, with its limits. */
export function LineFields({ isMissing }: { readonly isMissing: boolean }) {
  const { t } = useTranslation('watchTasks');
  const { list, state } = useObjects('route');
  const form = Form.useFormInstance<TaskFields>();
  const routeId = Form.useWatch('routeId', form);
  // The id of a deleted route says nothing to the user.
  const hasName = !isMissing || list.some(({ id }) => id === routeId);
  return (
    <fieldset className={styles.section}>
      <legend>{t('line.title')}</legend>
      <Form.Item
        name="routeId"
        label={t('line.route')}
        extra={t('line.hint')}
        {...(isMissing && !hasName && { validateStatus: 'warning' as const, help: t('line.missing') })}
      >
        <Select
          allowClear
          loading={state === 'pending'}
          placeholder={t('line.none')}
          {...(!hasName && { labelRender: () => t('line.deleted') })}
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      {typeof routeId === 'number' && (
        <>
          <Form.Item name="yawDistance" label={t('line.limit')}>
            <Segmented
              block
              options={YAW_DISTANCES.map((metres) => ({
                value: metres,
                label: metres === 0 ? t('line.unwatched') : t('metres', { metres }),
              }))}
            />
          </Form.Item>
          <div className={styles.row}>
            <HeightField name="lowest" />
            <HeightField name="highest" />
          </div>
        </>
      )}
    </fieldset>
  );
}

function HeightField({ name }: { readonly name: 'lowest' | 'highest' }) {
  const { t } = useTranslation('watchTasks');
  const { t: tFormat } = useTranslation('format');
  const format = useFormat();
  const { scale, min, max } = alertUnit('heightAbove', format);
  return (
    <Form.Item
      name={name}
      label={t(`line.${name}`)}
      tooltip={t('aboveSea')}
      dependencies={name === 'highest' ? ['lowest'] : []}
      rules={[
        ({ getFieldValue }) => ({
          async validator(_rule, value: number | null | undefined) {
            const lowest: number | null | undefined = getFieldValue('lowest');
            if (
              name === 'highest' &&
              typeof value === 'number' &&
              typeof lowest === 'number' &&
              lowest >= value
            )
              throw new Error(t('line.heightsWrong'));
          },
        }),
      ]}
    >
      <InputNumber
        className={styles.field ?? ''}
        min={Math.ceil(min / scale)}
        max={Math.floor(max / scale)}
        placeholder={t('off')}
        suffix={tFormat(format.altitudeUnits === 2 ? 'unit.ft' : 'unit.m')}
      />
    </Form.Item>
  );
}
