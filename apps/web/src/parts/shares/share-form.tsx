import { useQueryClient } from '@tanstack/react-query';
import { typedPassword } from '@wakeline/contract/fields';
import { LIMITS } from '@wakeline/contract/limits';
import { createShareLink } from '@wakeline/contract/shares';
import { DatePicker, Form, Input, Radio, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { toInstant, toWallTime } from '../../format/zone.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore, serverNow } from '../../live/live-store.ts';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { passwordDigest } from '../credentials/password.ts';
import { fullName } from '../devices/full-name.ts';
import { SecureForm } from '../forms/secure-form.tsx';
import styles from './share.module.css';

const HOUR = 3_600_000;
const LIFETIMES_MS = { hour: HOUR, hours: 8 * HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;
type Lifetime = keyof typeof LIFETIMES_MS;
const LIFETIME_CHOICES = [...(Object.keys(LIFETIMES_MS) as Lifetime[]), 'own'] as const;
/** Minutes. */
const HISTORY_MINUTES = [0, 30, 60, 480, 1_440] as const;

interface Fields {
  readonly shareName: string;
  readonly last: Lifetime | 'own';
  readonly end: Dayjs | null;
  readonly backMinutes: number;
  readonly password?: string;
}

/** Epoch milliseconds, both inclusive. */
export interface ReplayTimes {
  readonly start: number;
  readonly end: number;
}

interface ShareFormProps {
  readonly trackerIds: readonly number[];
  /** Period of a replay; without it the link shows the present. */
  readonly replay?: ReplayTimes;
  readonly onCreated: (code: string) => void;
  readonly onCancel: () => void;
  readonly onTouched: () => void;
}

/** Whether a link with this expiry requires the password. */
function requiresPassword(end: number): boolean {
  return end > serverNow() + LIMITS.shareWithoutPasswordMs;
}

/** Form of a new share link: its content, the length of the history, and the expiry. */
export function ShareForm({ trackerIds, replay, onCreated, onCancel, onTouched }: ShareFormProps) {
  const { t } = useTranslation('shares');
  const { timeZone, formatDateTime } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const computeExpiry = ({ last, end }: Pick<Fields, 'last' | 'end'>) =>
    last === 'own' && end !== null
      ? toInstant(end, timeZone)
      : serverNow() + LIFETIMES_MS[last === 'own' ? 'hour' : last];
  const names = trackerIds.flatMap((id) => liveStore.getTracker(id) ?? []).map(fullName);
  return (
    <SecureForm<Fields>
      submitLabel={t('share.make')}
      initialValues={{
        shareName: (names[0] ?? '').slice(0, 64),
        last: replay ? 'week' : 'hours',
        end: null,
        backMinutes: 60,
      }}
      errorFields={{ 'share-expiry': 'end', 'share-password': 'password', 'password-wrong': 'password' }}
      onSubmit={async ({ shareName, backMinutes, password, ...lifetime }) => {
        const { code } = await client.call('createShareLink', {
          shareName,
          trackerIds: [...trackerIds],
          expireTime: Math.round(computeExpiry(lifetime)),
          ...(password === undefined ? {} : { oldPD: passwordDigest(password) }),
          ...(replay ? { replay: { startTime: replay.start, endTime: replay.end } } : { backMinutes }),
        });
        void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'shares'] });
        onCreated(code);
      }}
      onDone={() => undefined}
      onCancel={onCancel}
      onTouched={onTouched}
    >
      <p className={styles.devices} title={names.join(', ')}>
        {t('share.devices', { count: trackerIds.length })} · {names.join(', ')}
      </p>
      {replay && (
        <p className={styles.times}>
          {t('share.shows', { from: formatDateTime(replay.start), to: formatDateTime(replay.end) })}
        </p>
      )}
      <Form.Item
        name="shareName"
        label={t('share.name')}
        extra={t('share.nameHint')}
        rules={[fieldRule(createShareLink.payload.shape.shareName, language)]}
      >
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="last" label={t('share.last')}>
        <Radio.Group
          optionType="button"
          options={LIFETIME_CHOICES.map((value) => ({ value, label: t(`share.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<Fields> noStyle dependencies={['last']}>
        {({ getFieldValue }) =>
          getFieldValue('last') === 'own' && (
            <Form.Item
              name="end"
              label={t('share.end')}
              rules={[{ required: true, message: t('share.endMissing') }]}
            >
              <DatePicker
                className={styles.wide ?? ''}
                showTime={{ format: 'HH:mm' }}
                format="YYYY-MM-DD HH:mm"
                showNow={false}
                needConfirm={false}
                minDate={toWallTime(serverNow(), timeZone).startOf('day')}
                maxDate={toWallTime(serverNow(), timeZone).add(1, 'year')}
              />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item<Fields> noStyle dependencies={['last', 'end']}>
        {({ getFieldsValue }) =>
          requiresPassword(computeExpiry(getFieldsValue(true))) && (
            <Form.Item
              name="password"
              label={t('share.password')}
              extra={t('share.passwordHint')}
              rules={[fieldRule(typedPassword, language)]}
            >
              <Input.Password autoComplete="current-password" />
            </Form.Item>
          )
        }
      </Form.Item>
      {!replay && (
        <Form.Item name="backMinutes" label={t('share.back')}>
          <Select
            options={HISTORY_MINUTES.map((value) => ({
              value,
              label:
                value === 0
                  ? t('share.backNone')
                  : value < 120
                    ? t('share.backMinutes', { count: value })
                    : t('share.backHours', { count: value / 60 }),
            }))}
          />
        </Form.Item>
      )}
    </SecureForm>
  );
}
