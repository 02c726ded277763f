import { IconArrowsExchange } from '@tabler/icons-react';
import { ROUTE_TYPES, type RouteType } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Form, Input, Segmented, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../service/client.ts';
import { DrawPart } from '../drawing/draw-part.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import { PlanFacts } from './plan-facts.tsx';
import { RouteKept } from './route-kept.tsx';
import type { RouteFields, RouteMethod } from './route-subject.ts';
import { saveRoute } from './save-route.ts';
import { useRouteLine } from './use-route-line.ts';

const METHODS = ['hand', 'plan'] as const;

export function RouteForm({ view, subject, snapTo, onClose }: FormProps<'route'>) {
  const { t } = useTranslation('mapObjects');
  const client = useClient();
  const [look, setLook] = useState(subject.fields);
  const way = useRouteLine({ view, subject, snapTo, look });
  const { method } = way;
  const own = useObjectForm<RouteFields>({
    subject,
    state: way.drawing.state,
    save: async (fields) => await saveRoute(client, subject, fields, way.line()),
    draft: (fields) => ({ ...subject, fields, ...way.draft }),
    onClose,
  });

  function choose(next: RouteMethod): void {
    own.touch();
    way.choose(next);
  }

  function reverse(): void {
    own.touch();
    const { start = '', end = '' } = own.form.getFieldsValue(true) as Partial<RouteFields>;
    own.form.setFieldsValue({ start: end, end: start });
    way.reverse();
  }

  return (
    <FormFrame
      subject={subject}
      own={own}
      drawing={
        method === 'keep' ? (
          <RouteKept source={subject.source} onMethod={choose} />
        ) : (
          <DrawPart
            kind="line"
            drawing={way.drawing}
            fault={own.fault}
            tools={
              <Segmented<RouteMethod>
                size="small"
                value={method}
                options={METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
                onChange={choose}
              />
            }
          >
            {way.from !== null && <p>{t('route.from')}</p>}
            {method === 'plan' && (
              <PlanFacts type={look.type} stops={way.stops} plan={way.plan} onHand={() => choose('hand')} />
            )}
          </DrawPart>
        )
      }
      onChange={(changed) => setLook((before) => ({ ...before, ...changed }))}
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
      {method === 'keep' && way.reversed && <p>{t('route.reversed')}</p>}
    </FormFrame>
  );
}
