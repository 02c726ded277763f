import { IconArrowsExchange } from '@tabler/icons-react';
import { ROUTE_TYPES, type RouteType } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Form, Input, Segmented, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../service/client.ts';
import { DrawSection } from '../drawing/draw-section.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import { PlanSummary } from './plan-summary.tsx';
import type { RouteFields, RouteMethod } from './route-subject.ts';
import { saveRoute } from './save-route.ts';
import { UnchangedRoute } from './unchanged-route.tsx';
import { useRouteLine } from './use-route-line.ts';

const METHODS = ['hand', 'plan'] as const;

export function RouteForm({ view, subject, snapTo, onClose }: FormProps<'route'>) {
  const { t } = useTranslation('mapObjects');
  const client = useClient();
  const [values, setValues] = useState(subject.fields);
  const routeLine = useRouteLine({ view, subject, snapTo, fields: values });
  const { method } = routeLine;
  const objectForm = useObjectForm<RouteFields>({
    subject,
    state: routeLine.drawing.state,
    save: async (fields) => await saveRoute(client, subject, fields, routeLine.line()),
    draft: (fields) => ({ ...subject, fields, ...routeLine.draft }),
    onClose,
  });

  function changeMethod(next: RouteMethod): void {
    objectForm.touch();
    routeLine.changeMethod(next);
  }

  function reverse(): void {
    objectForm.touch();
    const { start = '', end = '' } = objectForm.form.getFieldsValue(true) as Partial<RouteFields>;
    objectForm.form.setFieldsValue({ start: end, end: start });
    routeLine.reverse();
  }

  return (
    <FormFrame
      subject={subject}
      objectForm={objectForm}
      drawing={
        method === 'unchanged' ? (
          <UnchangedRoute source={subject.source} onMethod={changeMethod} />
        ) : (
          <DrawSection
            kind="line"
            drawing={routeLine.drawing}
            error={objectForm.error}
            tools={
              <Segmented<RouteMethod>
                size="small"
                value={method}
                options={METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
                onChange={changeMethod}
              />
            }
          >
            {routeLine.startAt !== null && <p>{t('route.from')}</p>}
            {method === 'plan' && (
              <PlanSummary
                type={values.type}
                stops={routeLine.stops}
                plan={routeLine.plan}
                onDrawByHand={() => changeMethod('hand')}
              />
            )}
          </DrawSection>
        )
      }
      onChange={(changes) => setValues((previous) => ({ ...previous, ...changes }))}
    >
      <Form.Item name="type" label={t('form.type')}>
        <Segmented<RouteType>
          options={ROUTE_TYPES.map((value) => ({ value, label: t(`routeType.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="weight" label={t('form.weight')}>
        <Slider min={1} max={12} tooltip={{ formatter: (pixels) => `${pixels} px` }} />
      </Form.Item>
      <Form.Item name="start" label={t('form.start')}>
        <Input maxLength={LIMITS.name} />
      </Form.Item>
      <Form.Item name="end" label={t('form.end')}>
        <Input maxLength={LIMITS.name} />
      </Form.Item>
      <Button size="small" icon={<IconArrowsExchange size={16} />} onClick={reverse}>
        {t('route.reverse')}
      </Button>
      {method === 'unchanged' && routeLine.reversed && <p>{t('route.reversed')}</p>}
    </FormFrame>
  );
}
