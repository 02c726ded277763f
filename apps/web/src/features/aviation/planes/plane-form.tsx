import { type Plane, planeForm } from '@wakeline/contract/aviation/planes';
import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { AIRCRAFT_KINDS, type AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import { App, Button, Form, Input, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { TrackerField } from '../../../parts/devices/tracker-field.tsx';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule, optionalFieldRule } from '../../../service/field-rule.ts';
import styles from '../aviation.module.css';
import { IconField } from './icon-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import {
  findRefusedField,
  iconOfKind,
  type PlaneFields,
  toPlaneFields,
  toPlaneForm,
} from './plane-values.ts';
import { usePlaneChange } from './use-planes.ts';

/** What the form is open for: a new plane, or one to edit. */
export type PlaneSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly plane: Plane };

type SavedPlane = ResultOf<Operations['createPlane']>;

interface PlaneFormProps {
  /** Null: closed. */
  readonly subject: PlaneSubject | null;
  readonly onClose: () => void;
}

/** Drawer to create or edit a plane. */
export function PlaneForm({ subject, onClose }: PlaneFormProps) {
  const { t } = useTranslation('planes');
  const language = useLanguage();
  const units = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<PlaneFields>();
  const groups = useGroups();
  const create = usePlaneChange('createPlane');
  const edit = usePlaneChange('editPlane');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<PlaneSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const plane = last.current.kind === 'edit' ? last.current.plane : null;
  const initialValues = toPlaneFields(plane, units);
  const kind = Form.useWatch('kind', form) ?? initialValues.kind;
  const lastKind = useRef(kind);
  lastKind.current = kind;
  const { shape } = planeForm;

  /** The icon follows the kind until the user chooses another one. */
  function changeKind(next: AircraftKind): void {
    if (form.getFieldValue('icon') === iconOfKind(lastKind.current))
      form.setFieldValue('icon', iconOfKind(next));
  }

  function submit(fields: PlaneFields): void {
    const payload = toPlaneForm(fields, units);
    const callbacks = {
      onSuccess({ planeId, suggestedTracker }: SavedPlane) {
        const name = payload.tailNumber;
        message.success(t('saved', { name }));
        if (suggestedTracker !== null) suggest({ ...payload, planeId }, suggestedTracker);
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const name = findRefusedField(error);
        if (name === null) {
          message.error(text);
          return;
        }
        form.setFields([{ name, errors: [text] }]);
        form.scrollToField(name, { block: 'center' });
      },
    };
    if (plane === null) create.mutate(payload, callbacks);
    else {
      const { planeId } = plane;
      edit.mutate(
        { ...payload, planeId },
        { ...callbacks, onSuccess: (saved) => callbacks.onSuccess({ ...saved, planeId }) },
      );
    }
  }

  /** Offers to bind the device that ADS-B reports of the hex address created. */
  function suggest(
    saved: PayloadInput<Operations['editPlane']>,
    { trackerId, trackerName }: NonNullable<SavedPlane['suggestedTracker']>,
  ): void {
    const key = `suggested-${saved.planeId}`;
    message.info({
      key,
      duration: 10,
      content: (
        <>
          {t('suggestion', { name: saved.tailNumber, device: trackerName })}
          <Button
            type="link"
            size="small"
            onClick={() => {
              message.destroy(key);
              edit.mutate(
                { ...saved, trackerId },
                {
                  onSuccess: () => void message.success(t('saved', { name: saved.tailNumber })),
                  onError: (error) => void message.error(errorText(error, language)),
                },
              );
            }}
          >
            {t('bind')}
          </Button>
        </>
      ),
    });
  }

  return (
    <FormDrawer<PlaneFields>
      open={subject !== null}
      title={plane === null ? t('add') : t('editOne', { name: plane.tailNumber })}
      size={460}
      form={form}
      initialValues={initialValues}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <div className={styles.row}>
        <Form.Item name="tailNumber" label={t('tailNumber')} rules={[fieldRule(shape.tailNumber, language)]}>
          <Input autoFocus={plane === null} spellCheck={false} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="hexAddress"
          label={t('hexAddress')}
          tooltip={t('hexAddressHint')}
          rules={[optionalFieldRule(shape.hexAddress, language)]}
        >
          <Input spellCheck={false} autoComplete="off" placeholder={t('optional')} />
        </Form.Item>
      </div>
      <div className={styles.row}>
        <Form.Item name="kind" label={t('kind')}>
          <Select
            options={AIRCRAFT_KINDS.map((value) => ({ value, label: t(`kindName.${value}`) }))}
            onChange={changeKind}
          />
        </Form.Item>
        <Form.Item name="model" label={t('model')} rules={[fieldRule(shape.model, language)]}>
          <Input spellCheck={false} autoComplete="off" placeholder={t('modelExample')} />
        </Form.Item>
      </div>
      <Form.Item name="trackerId" label={t('device')} extra={t('deviceHint')}>
        <TrackerField placeholder={t('unbound')} />
      </Form.Item>
      <Form.Item name="groupId" label={t('group')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('noGroup')}
          options={flattenGroupTree(groups.list).map(({ groupId, path }) => ({
            value: groupId,
            label: path,
          }))}
        />
      </Form.Item>
      <LimitFields kind={kind} />
      <Form.Item name="layout" label={t('layout')} rules={[fieldRule(shape.layout, language)]}>
        <Input placeholder={t('layoutExample')} />
      </Form.Item>
      <Form.Item name="icon" label={t('icon')}>
        <IconField />
      </Form.Item>
      <Form.Item name="note" label={t('note')} rules={[fieldRule(shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
    </FormDrawer>
  );
}
