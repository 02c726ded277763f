import { type Flight, flightForm } from '@wakeline/contract/aviation/flights';
import { LIMITS } from '@wakeline/contract/limits';
import { isSamePlace } from '@wakeline/domain/aviation/flight-place';
import { App, Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule, optionalFieldRule } from '../../../service/field-rule.ts';
import styles from '../aviation.module.css';
import { InstantField } from '../instant-field.tsx';
import { type FlightFields, findRefusedField, toFlightFields, toFlightForm } from './flight-values.ts';
import { PlaceField } from './place-field.tsx';
import { PlaneField } from './plane-field.tsx';
import { useFlightChange } from './use-flights.ts';

/** What the form is open for: a new flight, a new one with the details of another, or one to edit. */
export type FlightSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'copy' | 'edit'; readonly flight: Flight };

interface FlightFormProps {
  /** Null: closed. */
  readonly subject: FlightSubject | null;
  readonly onClose: () => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOUR_MS = 3_600_000;

/** Drawer to create or edit a flight. */
export function FlightForm({ subject, onClose }: FlightFormProps) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<FlightFields>();
  const create = useFlightChange('createFlight');
  const edit = useFlightChange('editFlight');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<FlightSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const displayed = last.current;
  const source = displayed.kind === 'add' ? null : displayed.flight;
  const edited = displayed.kind === 'edit' ? displayed.flight : null;
  const { shape } = flightForm;

  function submit(): void {
    // Fields of a repeat that is not chosen are not rendered, so their values are read from the form.
    const fields: FlightFields = form.getFieldsValue(true);
    const payload = toFlightForm(fields, timeZone);
    // The fields have said why.
    if (payload === null) return;
    const { repeat: _, ...details } = payload;
    const name = payload.flightNumber.toUpperCase();
    const callbacks = {
      onSuccess(result: object) {
        const count = 'flightIds' in result && Array.isArray(result.flightIds) ? result.flightIds.length : 1;
        message.success(count > 1 ? t('savedSeries', { name, count }) : t('saved', { name }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const field = findRefusedField(error);
        if (field === null) {
          message.error(text);
          return;
        }
        form.setFields([{ name: field, errors: [text] }]);
        form.scrollToField(field, { block: 'center' });
      },
    };
    if (edited === null) create.mutate(payload, callbacks);
    else edit.mutate({ ...details, flightId: edited.flightId }, callbacks);
  }

  const required = (text: string) => [{ required: true, message: text }];
  return (
    <FormDrawer<FlightFields>
      open={subject !== null}
      title={edited === null ? t('add') : t('editOne', { name: edited.flightNumber })}
      size={560}
      form={form}
      initialValues={toFlightFields(source, timeZone, serverNow())}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <div className={styles.row}>
        <Form.Item
          name="flightNumber"
          label={t('flightNumber')}
          rules={[fieldRule(shape.flightNumber, language)]}
        >
          <Input
            autoFocus={edited === null}
            spellCheck={false}
            autoComplete="off"
            placeholder={t('flightNumberExample')}
          />
        </Form.Item>
        <Form.Item name="plane" label={t('plane')}>
          <PlaneField />
        </Form.Item>
      </div>
      <Form.Item
        name="departure"
        label={t('from')}
        validateTrigger="onChange"
        rules={required(t('choosePlace'))}
      >
        <PlaceField placeholder={t('place.search')} />
      </Form.Item>
      <ArrivalField />
      <div className={styles.row}>
        <Form.Item
          name="takeoffTime"
          label={t('takeoffTime')}
          validateTrigger="onChange"
          rules={required(t('chooseTime'))}
        >
          <InstantField />
        </Form.Item>
        <Form.Item
          name="arrivalTime"
          label={t('arrivalTime')}
          validateTrigger="onChange"
          dependencies={['takeoffTime']}
          rules={[
            ...required(t('chooseTime')),
            ({ getFieldValue }) => ({
              async validator(_rule, to: FlightFields['arrivalTime']) {
                const from: FlightFields['takeoffTime'] = getFieldValue('takeoffTime');
                if (!from || !to) return;
                // A picked date is in the zone of the browser, others are not: only their wall times can be compared.
                const duration = toInstant(to, timeZone) - toInstant(from, timeZone);
                if (duration <= 0 || duration > LIMITS.flightHours * HOUR_MS)
                  throw new Error(t('timesWrong'));
              },
            }),
          ]}
        >
          <InstantField />
        </Form.Item>
      </div>
      {edited === null && <RepeatFields />}
      <div className={styles.row}>
        <Form.Item name="alternate" label={t('alternate')}>
          <PlaceField airportsOnly placeholder={t('none')} />
        </Form.Item>
        <Form.Item
          name="peopleOnBoard"
          label={t('peopleOnBoard')}
          rules={[optionalFieldRule(shape.peopleOnBoard, language)]}
        >
          <InputNumber className={styles.field ?? ''} precision={0} placeholder={t('unknown')} />
        </Form.Item>
      </div>
      <RouteField />
      <Form.Item name="note" label={t('note')} rules={[fieldRule(shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
    </FormDrawer>
  );
}

function ArrivalField() {
  const { t } = useTranslation('flights');
  const form = Form.useFormInstance<FlightFields>();
  const departure = Form.useWatch('departure', form);
  const arrival = Form.useWatch('arrival', form);
  const isLocal = departure && arrival && isSamePlace(departure, arrival);
  return (
    <Form.Item
      name="arrival"
      label={t('to')}
      validateTrigger="onChange"
      rules={[{ required: true, message: t('choosePlace') }]}
      {...(isLocal && { extra: t('local') })}
    >
      <PlaceField placeholder={t('place.search')} />
    </Form.Item>
  );
}

function RouteField() {
  const { t } = useTranslation('flights');
  const { list, state } = useObjects('route');
  const form = Form.useFormInstance<FlightFields>();
  const routeId = Form.useWatch('routeId', form);
  // A route that the user does not see has no name.
  const isHidden = typeof routeId === 'number' && !list.some(({ id }) => id === routeId);
  return (
    <Form.Item name="routeId" label={t('route')}>
      <Select
        allowClear
        loading={state === 'pending'}
        placeholder={t('none')}
        {...(isHidden && { labelRender: () => t('hiddenRoute') })}
        options={list.map(({ id, name }) => ({ value: id, label: name }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  );
}

/** Days and end of a weekly repeat. */
function RepeatFields() {
  const { t } = useTranslation('flights');
  const form = Form.useFormInstance<FlightFields>();
  const weekdays = Form.useWatch('weekdays', form) ?? [];
  return (
    <fieldset className={styles.section}>
      <legend>{t('repeat.title')}</legend>
      <Form.Item name="weekdays" extra={t('repeat.hint')}>
        <Checkbox.Group options={WEEKDAYS.map((day) => ({ value: day, label: t(`repeat.day.${day}`) }))} />
      </Form.Item>
      {weekdays.length > 0 && (
        <Form.Item
          name="until"
          label={t('repeat.until')}
          validateTrigger="onChange"
          rules={[{ required: true, message: t('repeat.chooseUntil') }]}
        >
          <DatePicker className={styles.field ?? ''} />
        </Form.Item>
      )}
    </fieldset>
  );
}
