import type { Flight } from '@wakeline/contract/aviation/flights';
import { createTask, type WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { LIMITS } from '@wakeline/contract/limits';
import { SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import { App, Form, Input, Segmented, Switch } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { TrackerMultiSelect } from '../../../parts/devices/tracker-multi-select.tsx';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import styles from '../aviation.module.css';
import { InstantField } from '../instant-field.tsx';
import { AlertFields } from './alert-fields.tsx';
import { AreaFields } from './area-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { FlightField } from './flight-field.tsx';
import { offerOf } from './flight-offer.ts';
import { LineFields } from './line-fields.tsx';
import { findRefusedField, type TaskFields, toTaskFields, toTaskForm } from './task-values.ts';
import { useWatchTaskChange } from './use-watch-tasks.ts';

/** What the form is open for: a new task, or one to edit. */
/** With the flight that it is for. */
export type TaskSubject =
  | { readonly kind: 'add'; readonly flight?: Flight }
  | { readonly kind: 'edit'; readonly task: WatchTask };

interface TaskFormProps {
  /** Null: closed. */
  readonly subject: TaskSubject | null;
  readonly onClose: () => void;
}

/** Pixels. */
const DEVICE_POPUP_WIDTH = 420;

/** Drawer to create or edit a task. */
export function TaskForm({ subject, onClose }: TaskFormProps) {
  const { t } = useTranslation('watchTasks');
  const language = useLanguage();
  const format = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<TaskFields>();
  const create = useWatchTaskChange('createTask');
  const update = useWatchTaskChange('updateTask');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<TaskSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const task = last.current.kind === 'edit' ? last.current.task : null;
  const { shape } = createTask.payload;
  const routes = useObjects('route');
  const offered = last.current.kind === 'add' ? last.current.flight : undefined;
  // The route of a flight is offered if the user sees it.
  const isReady = offered === undefined || routes.state !== 'pending';
  const offer = (flight: Flight, fields: Partial<TaskFields>) =>
    offerOf(flight, fields, {
      timeZone: format.timeZone,
      routeIds: new Set(routes.list.map(({ id }) => id)),
    });
  const initial = toTaskFields(task, format);

  function submit(): void {
    // Fields of a line that is not chosen are not rendered, so their values are read from the form.
    const fields: TaskFields = form.getFieldsValue(true);
    const payload = toTaskForm(fields, task, format);
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: payload.taskName }));
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
    if (task === null) create.mutate({ ...payload, isOpen: fields.isOpen }, callbacks);
    else update.mutate({ ...payload, taskId: task.taskId }, callbacks);
  }

  return (
    <FormDrawer<TaskFields>
      open={subject !== null && isReady}
      title={task === null ? t('add') : t('editOne', { name: task.taskName })}
      size={560}
      form={form}
      initialValues={offered === undefined ? initial : { ...initial, ...offer(offered, initial) }}
      saving={create.isPending || update.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <div className={styles.row}>
        <Form.Item name="taskName" label={t('name')} rules={[fieldRule(shape.taskName, language)]}>
          <Input autoFocus={task === null} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="flightNumber"
          label={t('flightNumber')}
          rules={[fieldRule(shape.flightNumber, language)]}
        >
          <Input spellCheck={false} autoComplete="off" placeholder={t('flightNumberExample')} />
        </Form.Item>
      </div>
      <Form.Item name="flight" label={t('flight.title')} extra={t('flight.hint')}>
        <FlightField onChoose={(flight) => form.setFieldsValue(offer(flight, form.getFieldsValue(true)))} />
      </Form.Item>
      <Form.Item
        name="trackerIds"
        label={t('devices')}
        rules={[{ type: 'array', min: 1, required: true, message: t('chooseDevices') }]}
      >
        <DevicesField />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item name="executeFrom" label={t('executeFrom')}>
          <InstantField placeholder={t('fromOpening')} />
        </Form.Item>
        <Form.Item
          name="executeTo"
          label={t('executeTo')}
          dependencies={['executeFrom']}
          rules={[
            ({ getFieldValue }) => ({
              async validator(_rule, to: TaskFields['executeTo']) {
                const from: TaskFields['executeFrom'] = getFieldValue('executeFrom');
                if (from !== null && to !== null && from !== undefined && to?.isAfter(from) === false)
                  throw new Error(t('timesWrong'));
              },
            }),
          ]}
        >
          <InstantField placeholder={t('untilClosed')} />
        </Form.Item>
      </div>
      <LineFields isMissing={task?.isLineMissing === true} />
      <AreaFields missing={task?.missingFences ?? []} />
      <fieldset className={styles.section}>
        <legend>{t('shift.title')}</legend>
        <p className={styles.hint}>{t('shift.hint')}</p>
        <Form.Item name="shiftRange">
          <Segmented
            block
            aria-label={t('shift.title')}
            options={[
              { value: 0, label: t('shift.off') },
              ...SHIFT_RANGES.map((metres) => ({ value: metres, label: String(metres) })),
            ]}
          />
        </Form.Item>
      </fieldset>
      <AlertFields />
      <ContactFields />
      <Form.Item name="note" label={t('note')} rules={[fieldRule(shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
      {task === null && (
        <Form.Item name="isOpen" label={t('openAtOnce')} valuePropName="checked" layout="horizontal">
          <Switch />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

interface DevicesFieldProps {
  /** From the form. */
  readonly value?: readonly number[];
  readonly onChange?: (trackerIds: readonly number[]) => void;
}

function DevicesField({ value = [], onChange }: DevicesFieldProps) {
  const { t } = useTranslation('watchTasks');
  return (
    <TrackerMultiSelect
      label={t('devices')}
      values={value}
      max={LIMITS.trackersPerTask}
      popupWidth={DEVICE_POPUP_WIDTH}
      onChange={(trackerIds) => onChange?.(trackerIds)}
    />
  );
}
