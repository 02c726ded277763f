import type { MatchClass } from '@wakeline/contract/matches/match-classes';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { App, Form, InputNumber, Radio } from 'antd';
import type { Dayjs } from 'dayjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';
import { TimeField } from '../time-field.tsx';

interface DrawFormProps {
  readonly match: MatchDetails;
  /** Null: closed. */
  readonly drawn: MatchClass | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly firstStart: Dayjs | null;
  readonly intervalSeconds: number | null;
  readonly order: 'random' | 'number';
}

const ORDERS = ['random', 'number'] as const;
const INTERVAL = { min: 1, max: 3_600, default: 60 };

/** Drawer that gives the participants of a class their start times. */
export function DrawForm({ match, drawn, onClose }: DrawFormProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const draw = useMatchChange('drawStartTimes');
  // Keeps the last content visible while the drawer closes.
  const last = useRef(drawn);
  if (drawn !== null) last.current = drawn;

  function submit({ firstStart, intervalSeconds, order }: Fields): void {
    if (last.current === null || firstStart === null || intervalSeconds === null) return;
    draw.mutate(
      {
        ...{ matchId: match.matchId, classId: last.current.classId },
        ...{ firstStart: toInstant(firstStart, timeZone), intervalSeconds, order },
      },
      {
        onSuccess({ drawn: count }) {
          message.success(t('drawn', { count }));
          onClose();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  const required = [{ required: true, message: t('required') }];
  return (
    <FormDrawer<Fields>
      open={drawn !== null}
      title={t('drawOne', { name: last.current?.className ?? '' })}
      size={420}
      form={form}
      initialValues={{
        firstStart: toWallTime(match.startTime, timeZone),
        intervalSeconds: INTERVAL.default,
        order: 'random',
      }}
      saving={draw.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('drawHint')}</p>
      <Form.Item name="firstStart" label={t('firstStart')} validateTrigger="onChange" rules={required}>
        <TimeField seconds />
      </Form.Item>
      <Form.Item name="intervalSeconds" label={t('startInterval')} rules={required}>
        <InputNumber
          className={styles.field ?? ''}
          suffix={t('seconds')}
          precision={0}
          min={INTERVAL.min}
          max={INTERVAL.max}
        />
      </Form.Item>
      <Form.Item name="order" label={t('startOrder')}>
        <Radio.Group options={ORDERS.map((value) => ({ value, label: t(`startOrderOf.${value}`) }))} />
      </Form.Item>
    </FormDrawer>
  );
}
