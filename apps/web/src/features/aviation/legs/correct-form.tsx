import type { Leg } from '@wakeline/contract/aviation/legs';
import { LEG_TIMES, type LegTime } from '@wakeline/domain/aviation/leg';
import { App, DatePicker, Form } from 'antd';
import type { Dayjs } from 'dayjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import styles from '../aviation.module.css';
import { timeWithUtcText } from '../time-with-utc.tsx';
import { correctionsOf } from './corrections.ts';
import { useCorrectLeg } from './use-legs.ts';

/** Wall times of the account; null: the found time. */
type Fields = Record<LegTime, Dayjs | null>;

interface CorrectFormProps {
  /** Null: closed. */
  readonly leg: Leg | null;
  readonly onClose: () => void;
}

/** Corrects times of a leg. An empty field has the found time. */
export function CorrectForm({ leg, onClose }: CorrectFormProps) {
  const { t } = useTranslation('legs');
  const language = useLanguage();
  const { timeZone, formatDateTime } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const correct = useCorrectLeg();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<Leg | null>(null);
  if (leg !== null) last.current = leg;
  const current = last.current;
  // Landing and in-block of a leg in flight are not known yet.
  const names = LEG_TIMES.filter(
    (name) => current?.state !== 'flying' || name === 'offBlock' || name === 'takeoff',
  );

  function submit(fields: Fields): void {
    if (current === null) return;
    const times = Object.fromEntries(
      names.map((name) => [name, fields[name] ? toInstant(fields[name], timeZone) : null]),
    );
    correct.mutate(
      { legId: current.legId, ...correctionsOf(current, times) },
      {
        onSuccess() {
          message.success(t('correctedToast', { name: current.tailNumber }));
          onClose();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={leg !== null}
      title={t('correctOne', { name: current?.tailNumber })}
      size={420}
      form={form}
      initialValues={Object.fromEntries(
        LEG_TIMES.map((name) => {
          const time = current?.[name];
          return [name, time?.isCorrected ? toWallTime(time.at, timeZone) : null];
        }),
      )}
      saving={correct.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('correctHint', { zone: timeZone })}</p>
      {names.map((name) => {
        const found = current?.[name]?.found ?? null;
        const text = found === null ? t('notFound') : formatDateTime(found);
        const withUtc = found === null ? text : timeWithUtcText(found, timeZone);
        return (
          <Form.Item key={name} name={name} label={t(name)} extra={t('foundAt', { time: withUtc })}>
            <DatePicker
              className={styles.field ?? ''}
              showTime
              showNow={false}
              needConfirm={false}
              placeholder={text}
              format="YYYY-MM-DD HH:mm:ss"
            />
          </Form.Item>
        );
      })}
    </FormDrawer>
  );
}
