import { FENCE_NOTICES } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { validateFence } from '@wakeline/domain/fences/validate-fence';
import { Form, InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useFenceMeasures } from '../../../parts/map-objects/use-fence-measures.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../drawing/draw-section.module.css';
import { DrawSection } from '../drawing/draw-section.tsx';
import { useDrawing } from '../drawing/use-drawing.ts';
import { FormFrame } from '../forms/form-frame.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import type { FenceFields, FenceTool } from './fence-subject.ts';
import { saveFence } from './save-fence.ts';

const TOOLS: readonly FenceTool[] = ['polygon', 'rectangle', 'circle'];
const MAX_RADIUS = 5_000_000;

export function FenceForm({ view, subject, snapTo, onClose }: FormProps<'fence'>) {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const client = useClient();
  const measures = useFenceMeasures();
  const [tool, setTool] = useState(subject.tool);
  const [color, setColor] = useState(subject.fields.color);
  const drawing = useDrawing(view, { kind: tool, color, start: subject.start, snapTo });
  const { surface, state } = drawing;
  const objectForm = useObjectForm<FenceFields>({
    subject,
    state,
    save: (fields) => saveFence(client, subject, fields, state),
    draft: (fields) => ({ ...subject, fields, tool, start: state?.finished ? state.drawn : null }),
    onClose,
  });
  const { form } = objectForm;
  const notice = Form.useWatch('notice', form) ?? subject.fields.notice;
  const seconds = Form.useWatch('holdSeconds', form) ?? subject.fields.holdSeconds ?? 0;
  const metres = Form.useWatch('holdMetres', form) ?? subject.fields.holdMetres ?? 0;

  const drawn = state?.drawn ?? null;
  const shape = drawn !== null && 'shape' in drawn ? drawn.shape : null;
  // While drawing the outline is not closed yet; only a finished shape is validated.
  const shapeError = state?.finished && shape !== null ? validateFence(shape) : null;
  const error =
    objectForm.error ?? (shapeError === null ? null : errorText(new NamedError(shapeError), language));

  return (
    <FormFrame
      subject={subject}
      objectForm={objectForm}
      drawing={
        <DrawSection
          kind={tool}
          drawing={drawing}
          error={error}
          tools={
            <Segmented<FenceTool>
              size="small"
              value={tool}
              options={TOOLS.map((value) => ({ value, label: t(`tool.${value}`) }))}
              onChange={(next) => {
                objectForm.touch();
                setTool(next);
              }}
            />
          }
        >
          {shape?.type === 'CIRCULAR' && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the number field is the control
            <label className={styles.radius}>
              {t('form.radius')}
              <InputNumber
                size="small"
                min={0}
                max={MAX_RADIUS}
                value={Math.round(shape.radius * 10) / 10}
                suffix="m"
                aria-label={t('form.radius')}
                onChange={(radius) => {
                  if (radius !== null) surface?.put({ kind: 'circle', shape: { ...shape, radius } });
                }}
              />
            </label>
          )}
          {shape !== null && state?.finished && shapeError === null && (
            <p className={styles.details}>{t('measures', measures(shape))}</p>
          )}
        </DrawSection>
      }
      onChange={({ color: next }) => next !== undefined && setColor(next)}
    >
      <Form.Item name="notice" label={t('form.notice')}>
        <Select options={FENCE_NOTICES.map((value) => ({ value, label: t(`noticeLong.${value}`) }))} />
      </Form.Item>
      {notice !== 'NONE' && (
        <Form.Item label={t('form.crossing')} extra={t('form.crossingHint', { seconds, metres })}>
          <div className={styles.radius}>
            <Form.Item name="holdSeconds" noStyle>
              <InputNumber min={0} max={3_600} precision={0} suffix="s" aria-label={t('form.dwellTime')} />
            </Form.Item>
            <Form.Item name="holdMetres" noStyle>
              <InputNumber min={0} max={5_000} precision={0} suffix="m" aria-label={t('form.buffer')} />
            </Form.Item>
          </div>
        </Form.Item>
      )}
    </FormFrame>
  );
}
