import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../service/client.ts';
import { DrawSection } from '../drawing/draw-section.tsx';
import { useDrawing } from '../drawing/use-drawing.ts';
import { FormFrame } from '../forms/form-frame.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import { ImagesField } from './images-field.tsx';
import { PointIconField } from './point-icon-field.tsx';
import type { PointFields } from './point-subject.ts';
import { savePoint } from './save-point.ts';

export function PointForm({ view, subject, snapTo, onClose }: FormProps<'labelPoint'>) {
  const { t } = useTranslation('mapObjects');
  const client = useClient();
  const [color, setColor] = useState(subject.fields.color);
  const drawing = useDrawing(view, { kind: 'marker', color, start: subject.start, snapTo });
  const { state } = drawing;
  const objectForm = useObjectForm<PointFields>({
    subject,
    state,
    save: (fields) => savePoint(client, subject, fields, state),
    draft: (fields) => ({ ...subject, fields, start: state?.drawn ?? null }),
    onClose,
  });
  return (
    <FormFrame
      subject={subject}
      objectForm={objectForm}
      drawing={<DrawSection kind="marker" drawing={drawing} error={objectForm.error} />}
      onChange={({ color: next }) => next !== undefined && setColor(next)}
    >
      <Form.Item name="iconUrl" label={t('form.icon')}>
        <PointIconField color={color} />
      </Form.Item>
      <Form.Item name="images" label={t('form.images')}>
        <ImagesField />
      </Form.Item>
    </FormFrame>
  );
}
