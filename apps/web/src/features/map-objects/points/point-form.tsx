import type { Position } from '@wakeline/domain/fences/fence-shape';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { useClient } from '../../../service/client.ts';
import { DrawPart } from '../drawing/draw-part.tsx';
import { useDrawing } from '../drawing/use-drawing.ts';
import { CommonFields } from '../forms/common-fields.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { PointFields, PointSubject } from '../forms/form-subject.ts';
import { saveLabelPoint } from '../forms/save-object.ts';
import { useObjectForm } from '../forms/use-object-form.ts';
import { ImagesField } from './images-field.tsx';
import { PointIconField } from './point-icon-field.tsx';

interface PointFormProps {
  readonly view: MapView;
  readonly subject: PointSubject;
  readonly snapTo: readonly Position[];
  readonly onClose: (savedId: number | null) => void;
}

export function PointForm({ view, subject, snapTo, onClose }: PointFormProps) {
  const { t } = useTranslation('objects');
  const client = useClient();
  const [color, setColor] = useState(subject.fields.color);
  const drawing = useDrawing(view, { kind: 'marker', color, start: subject.start, snapTo });
  const { state } = drawing;
  const own = useObjectForm<PointFields>({
    subject,
    state,
    save: (fields) => saveLabelPoint(client, subject, fields, state),
    draft: (fields) => ({ ...subject, fields, start: state?.drawn ?? null }),
    onClose,
  });
  return (
    <FormFrame
      title={t(subject.id === null ? 'labelPoint.add' : 'labelPoint.edit')}
      saving={own.saving}
      onSave={own.ask}
      onCancel={own.cancel}
    >
      <DrawPart kind="marker" drawing={drawing} fault={own.fault} />
      <Form<PointFields>
        form={own.form}
        layout="vertical"
        validateTrigger={['onBlur', 'onChange']}
        initialValues={subject.fields}
        onValuesChange={(changed: Partial<PointFields>) => {
          own.touch();
          if (changed.color !== undefined) setColor(changed.color);
        }}
        onFinish={own.submit}
      >
        <CommonFields
          nameEmpty={t('labelPoint.nameEmpty')}
          groupHint={t('labelPoint.groupHint')}
          focusName={subject.id === null}
        >
          <Form.Item name="iconUrl" label={t('form.icon')}>
            <PointIconField color={color} />
          </Form.Item>
          <Form.Item name="images" label={t('form.images')}>
            <ImagesField />
          </Form.Item>
        </CommonFields>
      </Form>
    </FormFrame>
  );
}
