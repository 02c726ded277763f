import { type LandingPlace, landingPlaceForm } from '@wakeline/contract/aviation/landing-places';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { App, Form, Input, InputNumber } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule, optionalFieldRule } from '../../../service/field-rule.ts';
import styles from '../aviation.module.css';
import {
  elevationBounds,
  type LandingPlaceFields,
  toLandingPlaceFields,
  toLandingPlaceForm,
} from './landing-place-values.ts';
import { PlaceMap } from './place-map.tsx';
import { useLandingPlaceChange } from './use-landing-places.ts';

/** What the form is open for: a new landing place, or one to edit. */
export type LandingPlaceSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly place: LandingPlace };

interface LandingPlaceFormProps {
  /** Null: closed. */
  readonly subject: LandingPlaceSubject | null;
  /** All of the account. */
  readonly places: readonly LandingPlace[];
  readonly onClose: () => void;
}

/** Drawer to create or edit a landing place. */
export function LandingPlaceForm({ subject, places, onClose }: LandingPlaceFormProps) {
  const { t } = useTranslation('landingPlaces');
  const { t: tFormat } = useTranslation('format');
  const language = useLanguage();
  const format = useFormat();
  const bounds = elevationBounds(format.altitudeUnits);
  const { message } = App.useApp();
  const [form] = Form.useForm<LandingPlaceFields>();
  const create = useLandingPlaceChange('createLandingPlace');
  const edit = useLandingPlaceChange('editLandingPlace');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<LandingPlaceSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const place = last.current.kind === 'edit' ? last.current.place : null;
  const initialValues = toLandingPlaceFields(place, format);
  const { shape } = landingPlaceForm;

  function submit(fields: LandingPlaceFields): void {
    const payload = toLandingPlaceForm(fields, place, format);
    // The field has shown why.
    if (payload === null) return;
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: payload.landingPlaceName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        if (error instanceof NamedError && error.errorName === 'landing-place-code-taken') {
          form.setFields([{ name: 'code', errors: [text] }]);
          form.focusField('code');
        } else message.error(text);
      },
    };
    if (place === null) create.mutate(payload, callbacks);
    else edit.mutate({ ...payload, landingPlaceId: place.landingPlaceId }, callbacks);
  }

  return (
    <FormDrawer<LandingPlaceFields>
      open={subject !== null}
      title={place === null ? t('add') : t('editOne', { name: place.landingPlaceName })}
      size={520}
      form={form}
      initialValues={initialValues}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <div className={styles.row}>
        <Form.Item
          name="landingPlaceName"
          label={t('name')}
          rules={[fieldRule(shape.landingPlaceName, language)]}
        >
          <Input autoFocus={place === null} />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('code')}
          tooltip={t('codeHint')}
          rules={[optionalFieldRule(shape.code, language)]}
        >
          <Input spellCheck={false} autoComplete="off" placeholder={t('optional')} />
        </Form.Item>
      </div>
      <p className={styles.hint}>{t('mapHint')}</p>
      <DrawnPosition near={places.map(({ longitude, latitude }) => [longitude, latitude] as const)} />
      <Form.Item
        name="coordinates"
        label={t('coordinates')}
        rules={[{ validator: async (_rule, value: string) => requireCoordinates(value) }]}
      >
        <Input spellCheck={false} autoComplete="off" placeholder={t('coordinatesExample')} />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item
          name="radius"
          label={t('radius')}
          tooltip={t('radiusHint')}
          rules={[fieldRule(shape.radius, language)]}
        >
          <InputNumber className={styles.field ?? ''} step={100} precision={0} suffix={tFormat('unit.m')} />
        </Form.Item>
        <Form.Item
          name="elevation"
          label={t('elevation')}
          tooltip={t('elevationHint')}
          rules={[{ type: 'number', ...bounds, message: t('between', bounds) }]}
        >
          <InputNumber
            className={styles.field ?? ''}
            suffix={tFormat(format.altitudeUnits === 2 ? 'unit.ft' : 'unit.m')}
            placeholder={t('unknown')}
          />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('note')} rules={[fieldRule(shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
    </FormDrawer>
  );

  function requireCoordinates(value: string): void {
    if (value.trim() === '') throw new Error(t('coordinatesEmpty'));
    if (parseCoordinates(value) === null) throw new Error(t('coordinatesWrong'));
  }
}

/** The map with what the fields say; drawing fills the fields. */
function DrawnPosition({ near }: { readonly near: readonly Position[] }) {
  const { formatCoordinates } = useFormat();
  const form = Form.useFormInstance<LandingPlaceFields>();
  const coordinates = Form.useWatch<string | undefined>('coordinates', form);
  const radius = Form.useWatch<number | null | undefined>('radius', form);
  const position = parseCoordinates(coordinates ?? '');
  const circle =
    position !== null && typeof radius === 'number' && radius > 0
      ? { center: [position.longitude, position.latitude] as const, radius }
      : null;
  return (
    <PlaceMap
      circle={circle}
      near={near}
      onChange={({ center, radius: drawn }) => {
        form.setFieldsValue({ coordinates: formatCoordinates(center[1], center[0]), radius: drawn });
        // The rejection repeats what the fields show.
        void form.validateFields(['coordinates', 'radius']).catch(() => undefined);
      }}
    />
  );
}
