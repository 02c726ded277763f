import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import {
  RESTORED_INTERVAL,
  TRACKING_DURATION,
  TRACKING_INTERVAL,
} from '@wakeline/domain/aviation/tracking-mode';
import { Alert, App, Button, Drawer, Form, InputNumber, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../aviation.module.css';
import { InstantField } from '../instant-field.tsx';
import { DURATIONS, endAfter, latestEnd } from './tracking-end.ts';
import trackingStyles from './tracking-mode.module.css';
import { TrackingStatus } from './tracking-status.tsx';
import { useTrackingChange, useTrackingDevices, useTrackingModes } from './use-tracking-modes.ts';

interface Fields {
  readonly interval: number | null;
  /** Minutes; 0: until a time. */
  readonly duration: number;
  /** Wall time of the account. */
  readonly until: Dayjs | null;
  readonly restoreInterval: number | null;
}

const DEFAULT_DURATION = 60;
/** Left-out devices that are named. */
const NAMED = 3;

interface TrackingDrawerProps {
  readonly task: WatchTask;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Starts, changes and ends the tracking mode of a task, and shows its devices. */
export function TrackingDrawer({ task, open, onClose }: TrackingDrawerProps) {
  const { t } = useTranslation('trackingMode');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const { modes, canStart } = useTrackingModes();
  const [form] = Form.useForm<Fields>();
  const start = useTrackingChange('startTrackingMode');
  const end = useTrackingChange('endTrackingMode');
  const mode = modes.get(task.taskId);
  const isOn = mode !== undefined && mode.endedTime === null;
  const isPast = task.executeTo !== null && task.executeTo <= serverNow();
  const canChange = task.abilities.edit && canStart && task.isOpen && !isPast;
  const showError = (error: unknown) => void message.error(errorText(error, language));

  function submit({ interval, duration, until, restoreInterval }: Fields): void {
    if (interval === null) return;
    const now = serverNow();
    const chosen = until === null || until === undefined ? null : toInstant(until, timeZone);
    const endTime = duration > 0 ? endAfter(duration, task.executeTo, now) : chosen;
    if (endTime === null) return;
    start.mutate(
      { taskId: task.taskId, interval, endTime, restoreInterval: restoreInterval ?? null },
      {
        onSuccess: ({ devices }) => void message.success(t('started', { count: devices })),
        onError: showError,
      },
    );
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('ofTask', { name: task.taskName })}
      size={480}
      destroyOnHidden
      footer={
        <div className={trackingStyles.footer}>
          <Button onClick={onClose}>{tApp('action.close')}</Button>
          {canChange && (
            <Button type="primary" loading={start.isPending} onClick={() => form.submit()}>
              {t(isOn ? 'change' : 'start')}
            </Button>
          )}
        </div>
      }
    >
      {mode !== undefined && (
        <TrackingStatus
          mode={mode}
          canEnd={task.abilities.edit}
          ending={end.isPending}
          onEnd={() =>
            end.mutate(
              { taskId: task.taskId },
              { onSuccess: () => void message.success(t('ended')), onError: showError },
            )
          }
        />
      )}
      {task.abilities.edit && !canStart && <p className={styles.hint}>{t('noInstructions')}</p>}
      {task.abilities.edit && canStart && !canChange && <p className={styles.hint}>{t('closed')}</p>}
      {canChange && (
        <Form<Fields>
          form={form}
          layout="vertical"
          clearOnDestroy
          validateTrigger="onBlur"
          initialValues={{
            interval: mode?.interval ?? TRACKING_INTERVAL.initial,
            duration: DEFAULT_DURATION,
            restoreInterval: RESTORED_INTERVAL.initial,
          }}
          onFinish={(fields) => submit(fields)}
        >
          {mode === undefined && <p className={styles.hint}>{t('hint')}</p>}
          <div className={styles.row}>
            <Form.Item
              name="interval"
              label={t('interval')}
              rules={[{ required: true, message: t('range', TRACKING_INTERVAL) }]}
            >
              <InputNumber
                className={styles.field ?? ''}
                min={TRACKING_INTERVAL.min}
                max={TRACKING_INTERVAL.max}
                precision={0}
                suffix={t('seconds')}
              />
            </Form.Item>
            <Form.Item name="duration" label={t('duration')}>
              <Select<number>
                options={[
                  ...DURATIONS.map((minutes) => ({
                    value: minutes as number,
                    label:
                      minutes < 60 ? t('minutes', { count: minutes }) : t('hours', { count: minutes / 60 }),
                  })),
                  { value: 0, label: t('untilTime') },
                ]}
              />
            </Form.Item>
          </div>
          <UntilField executeTo={task.executeTo} />
          <DeviceFields taskId={task.taskId} />
        </Form>
      )}
    </Drawer>
  );
}

/** The end as a time, if that is chosen. */
function UntilField({ executeTo }: Pick<WatchTask, 'executeTo'>) {
  const { t } = useTranslation('trackingMode');
  const { timeZone, formatDateTime } = useFormat();
  const duration: number = Form.useWatch('duration') ?? DEFAULT_DURATION;
  if (duration !== 0) return null;
  const latest = () => latestEnd(executeTo, serverNow());
  return (
    <Form.Item
      name="until"
      label={t('endTime')}
      validateTrigger="onChange"
      rules={[
        { required: true, message: t('chooseTime') },
        {
          async validator(_rule, value: Dayjs | null) {
            if (!value) return;
            const time = toInstant(value, timeZone);
            if (time < serverNow() + TRACKING_DURATION.min || time > latest())
              throw new Error(t('endRange', { time: formatDateTime(latest()).slice(0, 16) }));
          },
        },
      ]}
      initialValue={toWallTime(Math.min(serverNow() + 3_600_000, latest()), timeZone)}
    >
      <InstantField />
    </Form.Item>
  );
}

/** Which devices can report at the chosen interval, and what is restored if that is not known. */
function DeviceFields({ taskId }: { readonly taskId: number }) {
  const { t } = useTranslation('trackingMode');
  const language = useLanguage();
  const interval: number | null = Form.useWatch('interval') ?? null;
  const query = useTrackingDevices(taskId, interval);
  const names = new Map(useSortedTrackers().map((tracker) => [tracker.trackerId, fullName(tracker)]));
  if (query.error !== null) return <Alert type="error" showIcon title={errorText(query.error, language)} />;
  if (query.data === undefined) return null;
  const { list } = query.data;
  const possible = list.filter(({ leftOut }) => leftOut === null);
  const unknown = possible.filter(({ currentInterval }) => currentInterval === null).length;
  const reasons = Map.groupBy(
    list.flatMap(({ trackerId, leftOut }) => (leftOut === null ? [] : [{ trackerId, leftOut }])),
    ({ leftOut }) => leftOut,
  );
  return (
    <>
      {unknown > 0 && (
        <Form.Item
          name="restoreInterval"
          label={t('restoreInterval')}
          extra={t('restoreHint', { count: unknown })}
          rules={[{ required: true, message: t('range', RESTORED_INTERVAL) }]}
        >
          <InputNumber
            className={styles.field ?? ''}
            min={RESTORED_INTERVAL.min}
            max={RESTORED_INTERVAL.max}
            precision={0}
            suffix={t('seconds')}
          />
        </Form.Item>
      )}
      <p className={styles.hint}>{t('possible', { possible: possible.length, count: list.length })}</p>
      {[...reasons].map(([reason, devices]) => (
        <p key={reason} className={styles.hint}>
          {t('leftOut', {
            state: t(`state.${reason}`),
            names: [
              ...devices.slice(0, NAMED).map(({ trackerId }) => names.get(trackerId) ?? trackerId),
              ...(devices.length > NAMED ? [t('more', { count: devices.length - NAMED })] : []),
            ].join(t('separator')),
          })}
        </p>
      ))}
    </>
  );
}
