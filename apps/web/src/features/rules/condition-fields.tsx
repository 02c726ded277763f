import { IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { RULE_ALARMS } from '@wakeline/contract/notices/rules';
import { DEVIATION_DISTANCES, type RuleType, SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import { Button, Form, type FormInstance, Input, InputNumber, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RuleDraft } from './rule-draft.ts';
import styles from './rules.module.css';
import { requireSome } from './target-fields.tsx';

interface ConditionFieldsProps {
  readonly type: RuleType;
  readonly form: FormInstance<RuleDraft>;
}

const DAYS_30 = 43_200;

/** The fields of the condition of a type. */
export function ConditionFields({ type, form }: ConditionFieldsProps) {
  const { t } = useTranslation('rules');
  switch (type) {
    case 'overspeed':
      return <OverspeedFields form={form} />;
    case 'fence':
      return <FenceFields form={form} />;
    case 'deviation':
      return (
        <div className={styles.row}>
          <ObjectField name="routeId" kind="route" label={t('field.route')} />
          <MetresChoice name="deviationMetres" label={t('field.metres')} values={DEVIATION_DISTANCES} />
        </div>
      );
    case 'shift':
      return <MetresChoice name="shiftMetres" label={t('field.range')} values={SHIFT_RANGES} />;
    case 'stay':
    case 'offline':
      return <NumberField name="minutes" label={t('field.minutes')} unit="minutes" min={1} max={DAYS_30} />;
    case 'idling':
      return <NumberField name="minutes" label={t('field.minutes')} unit="minutes" min={1} max={1_440} />;
    case 'lowBattery':
      return (
        <div className={styles.row}>
          <NumberField name="percent" label={t('field.percent')} unit="%" min={1} max={99} />
          <NumberField name="recovered" label={t('field.recovered')} unit="%" min={2} max={100} />
        </div>
      );
    case 'deviceAlarm':
      return <AlarmsField />;
    case 'climb':
      return <ClimbFields />;
    case 'clockIn':
    case 'safe':
      return (
        <div className={styles.row}>
          <ObjectField name="labelPointId" kind="labelPoint" label={t('field.point')} />
          <NumberField name="radius" label={t('field.radius')} unit="metres" min={10} max={5_000} />
        </div>
      );
    case 'noData':
      return <PlannedTimes />;
    case 'started':
    case 'stopped':
      return null;
  }
}

function OverspeedFields({ form }: Pick<ConditionFieldsProps, 'form'>) {
  const { t } = useTranslation('rules');
  const { t: tFormat } = useTranslation('format');
  const { speedUnits } = useFormat();
  const where = Form.useWatch('where', form);
  const unit = tFormat(speedUnits === 2 ? 'unit.kn' : 'unit.kmh');
  return (
    <>
      <div className={styles.row}>
        <NumberField name="limit" label={t('field.limit')} unit={unit} min={1} max={600} step={1} decimals />
        <NumberField name="seconds" label={t('field.seconds')} unit="seconds" min={0} max={3_600} />
      </div>
      <Form.Item name="where" label={t('field.area')}>
        <Segmented
          block
          options={(['anywhere', 'fence', 'route'] as const).map((value) => ({
            value,
            label: t(`area.${value}`),
          }))}
        />
      </Form.Item>
      {where === 'fence' && <ObjectField name="fenceId" kind="fence" label={t('field.fences')} />}
      {where === 'route' && (
        <div className={styles.row}>
          <ObjectField name="routeId" kind="route" label={t('field.route')} />
          <NumberField name="nearMetres" label={t('field.metres')} unit="metres" min={10} max={5_000} />
        </div>
      )}
    </>
  );
}

function FenceFields({ form }: Pick<ConditionFieldsProps, 'form'>) {
  const { t } = useTranslation('rules');
  const { list, state } = useObjects('fence');
  const direction = Form.useWatch('direction', form);
  return (
    <>
      <Form.Item name="fenceIds" label={t('field.fences')}>
        <Select
          mode="multiple"
          allowClear
          maxCount={LIMITS.fencesPerRule}
          loading={state === 'pending'}
          placeholder={t('allFences')}
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="direction" label={t('field.direction')}>
        <Segmented
          block
          options={[
            { value: 'IN', label: t('in') },
            { value: 'OUT', label: t('out') },
          ]}
        />
      </Form.Item>
      {direction === 'IN' && (
        <NumberField
          name="dwellMinutes"
          label={t('field.dwell')}
          unit="minutes"
          min={0}
          max={DAYS_30}
          extra={t('atCrossing')}
        />
      )}
    </>
  );
}

function AlarmsField() {
  const { t } = useTranslation('rules');
  const { t: tNotices } = useTranslation('notices');
  return (
    <Form.Item name="alarms" label={t('field.alarms')} rules={[requireSome(t('choose'))]}>
      <Select
        mode="multiple"
        options={RULE_ALARMS.map((value) => ({ value, label: tNotices(`type.${value}`) }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  );
}

function ClimbFields() {
  const { t } = useTranslation('rules');
  return (
    <>
      <Form.Item name="climbDirection" label={t('field.direction')}>
        <Segmented
          block
          options={[
            { value: 'BOTH', label: t('both') },
            { value: 'UP', label: t('up') },
            { value: 'DOWN', label: t('down') },
          ]}
        />
      </Form.Item>
      <div className={styles.row}>
        <NumberField name="climbMetres" label={t('field.climbMetres')} unit="metres" min={1} max={10_000} />
        <NumberField name="climbMinutes" label={t('field.within')} unit="minutes" min={1} max={120} />
      </div>
    </>
  );
}

function PlannedTimes() {
  const { t } = useTranslation('rules');
  return (
    <>
      <Form.List name="times">
        {(fields, { add, remove }) => (
          <Form.Item label={t('field.times')} required>
            <div className={styles.times}>
              {fields.map(({ key, name }) => (
                <div key={key} className={styles.time}>
                  <Form.Item name={name} noStyle rules={[{ required: true, message: t('required') }]}>
                    <Input type="time" aria-label={t('field.times')} />
                  </Form.Item>
                  {fields.length > 1 && (
                    <IconButton
                      label={t('removeTime')}
                      icon={<IconTrash size={16} />}
                      onClick={() => remove(name)}
                    />
                  )}
                </div>
              ))}
            </div>
            {fields.length < 24 && (
              <Button icon={<IconPlus size={16} />} onClick={() => add('18:00')}>
                {t('addTime')}
              </Button>
            )}
          </Form.Item>
        )}
      </Form.List>
      <NumberField name="graceMinutes" label={t('field.grace')} unit="minutes" min={1} max={720} />
    </>
  );
}

interface NumberFieldProps {
  readonly name: keyof RuleDraft;
  readonly label: string;
  /** A key of `unit`, or the unit. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly decimals?: boolean;
  readonly extra?: string;
}

function NumberField({ name, label, unit, min, max, step, decimals = false, extra }: NumberFieldProps) {
  const { t } = useTranslation('rules');
  const unitText = unit === 'seconds' || unit === 'minutes' || unit === 'metres' ? t(`unit.${unit}`) : unit;
  return (
    <Form.Item name={name} label={label} extra={extra} rules={[{ required: true, message: t('required') }]}>
      <InputNumber
        min={min}
        max={max}
        {...(step === undefined ? {} : { step })}
        {...(decimals ? {} : { precision: 0 })}
        suffix={unitText}
        style={{ width: '100%' }}
      />
    </Form.Item>
  );
}

interface ObjectFieldProps {
  readonly name: 'fenceId' | 'routeId' | 'labelPointId';
  readonly kind: 'fence' | 'route' | 'labelPoint';
  readonly label: string;
}

/** Selects a map object. */
function ObjectField({ name, kind, label }: ObjectFieldProps) {
  const { t } = useTranslation('rules');
  const { list, state } = useObjects(kind);
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: t('choose') }]}>
      <Select
        loading={state === 'pending'}
        placeholder={t('choose')}
        options={list.map((object) => ({ value: object.id, label: object.name }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  );
}

interface MetresChoiceProps {
  readonly name: 'shiftMetres' | 'deviationMetres';
  readonly label: string;
  readonly values: readonly number[];
}

function MetresChoice({ name, label, values }: MetresChoiceProps) {
  const { t } = useTranslation('rules');
  return (
    <Form.Item name={name} label={label}>
      <Segmented
        block
        options={values.map((value) => ({ value, label: t('shift.range', { metres: value }) }))}
      />
    </Form.Item>
  );
}
