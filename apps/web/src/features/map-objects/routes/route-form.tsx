import { IconArrowsExchange } from '@tabler/icons-react';
import { ROUTE_TYPES, type RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { Button, Form, Input, Segmented, Slider } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useClient } from '../../../service/client.ts';
import { DrawPart } from '../drawing/draw-part.tsx';
import { useDrawing } from '../drawing/use-drawing.ts';
import { CommonFields } from '../forms/common-fields.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { RouteFields, RouteMethod, RouteSubject } from '../forms/form-subject.ts';
import { type RouteLine, saveRoute } from '../forms/save-object.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import { PlanFacts } from './plan-facts.tsx';
import { RouteKept } from './route-kept.tsx';
import { useRoutePlan } from './use-route-plan.ts';

interface RouteFormProps {
  readonly view: MapView;
  readonly subject: RouteSubject;
  readonly snapTo: readonly Position[];
  readonly onClose: (savedId: number | null) => void;
}

const METHODS = ['hand', 'plan'] as const;

export function RouteForm({ view, subject, snapTo, onClose }: RouteFormProps) {
  const { t } = useTranslation('objects');
  const client = useClient();
  const [method, setMethod] = useState<RouteMethod>(subject.method);
  const [reversed, setReversed] = useState(false);
  const [from, setFrom] = useState(subject.from);
  const [look, setLook] = useState(subject.fields);
  const drawing = useDrawing(view, {
    kind: method === 'keep' ? null : 'line',
    color: look.color,
    start: subject.start,
    snapTo,
  });
  const { surface, state } = drawing;
  const drawn = state?.drawn?.kind === 'line' ? state.drawn.line : null;
  const finished = state?.finished === true ? drawn : null;

  // A route from a place begins there: the first line that is finished gets it as its start.
  useEffect(() => {
    if (from === null || finished === null) return;
    setFrom(null);
    surface?.put({ kind: 'line', line: [from, ...finished] });
  }, [from, finished, surface]);

  const stops = method === 'plan' && from === null ? finished : null;
  const plan = useRoutePlan(look.type, stops);
  const planned = stops === null ? null : (plan.data ?? null);
  const { setPreview } = useObjectsStore.getState();
  useEffect(() => {
    setPreview(
      planned === null
        ? null
        : {
            line: planned.dataPoints.map(([lng, lat]): Position => [lng, lat]),
            color: look.color,
            weight: look.weight,
          },
    );
  }, [planned, look.color, look.weight, setPreview]);
  useEffect(() => () => setPreview(null), [setPreview]);

  function line(): RouteLine {
    if (method === 'keep') return { method, reversed };
    if (finished === null) throw new NamedError('drawing-unfinished');
    if (method === 'hand') return { method, line: finished };
    if (planned === null || stops === null) throw plan.error ?? new NamedError('drawing-unfinished');
    return { method, stops, line: planned.dataPoints };
  }

  const own = useObjectForm<RouteFields>({
    subject,
    state,
    save: async (fields) => await saveRoute(client, subject, fields, line()),
    draft: (fields) => ({
      ...subject,
      fields,
      method,
      start: finished === null ? null : { kind: 'line', line: finished },
      from,
    }),
    onClose,
  });

  function choose(next: RouteMethod): void {
    own.touch();
    // More stops than a routing service takes were drawn as a line.
    if (next === 'plan' && drawn !== null && drawn.length > LIMITS.routeFlags) surface?.clear();
    setMethod(next);
  }

  function reverse(): void {
    own.touch();
    const { start = '', end = '' } = own.form.getFieldsValue(true) as Partial<RouteFields>;
    own.form.setFieldsValue({ start: end, end: start });
    if (method === 'keep') setReversed(!reversed);
    else if (finished !== null) surface?.put({ kind: 'line', line: finished.toReversed() });
  }

  return (
    <FormFrame
      title={t(subject.id === null ? 'route.add' : 'route.edit')}
      saving={own.saving}
      onSave={own.ask}
      onCancel={own.cancel}
    >
      {method === 'keep' ? (
        <RouteKept source={subject.source} onMethod={choose} />
      ) : (
        <DrawPart
          kind="line"
          drawing={drawing}
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
          {from !== null && <p>{t('route.from')}</p>}
          {method === 'plan' && (
            <PlanFacts
              type={look.type}
              stops={stops?.length ?? 0}
              plan={plan}
              onHand={() => choose('hand')}
            />
          )}
        </DrawPart>
      )}
      <Form<RouteFields>
        form={own.form}
        layout="vertical"
        validateTrigger={['onBlur', 'onChange']}
        initialValues={subject.fields}
        onValuesChange={(changed: Partial<RouteFields>) => {
          own.touch();
          setLook((before) => ({ ...before, ...changed }));
        }}
        onFinish={own.submit}
      >
        <CommonFields
          nameEmpty={t('route.nameEmpty')}
          groupHint={t('route.groupHint')}
          focusName={subject.id === null}
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
          {method === 'keep' && reversed && <p>{t('route.reversed')}</p>}
        </CommonFields>
      </Form>
    </FormFrame>
  );
}
