import { typedPassword } from '@wakeline/contract/fields';
import { LIMITS } from '@wakeline/contract/limits';
import { DatePicker, Form, Input, Radio } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { toInstant, toWallTime } from '../../format/zone.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../live/live-store.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { passwordDigest } from '../credentials/password.ts';
import styles from './share.module.css';

const HOUR = 3_600_000;
const LIFETIMES_MS = { hour: HOUR, hours: 8 * HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;
type Lifetime = keyof typeof LIFETIMES_MS;
const LIFETIME_CHOICES = [...(Object.keys(LIFETIMES_MS) as Lifetime[]), 'own'] as const;

/** Until when a link is valid; a long one needs the password. */
export interface ExpiryValues {
  readonly last: Lifetime | 'own';
  readonly end: Dayjs | null;
  readonly password?: string;
}

export const DEFAULT_EXPIRY = {
  hours: { last: 'hours', end: null },
  week: { last: 'week', end: null },
} as const satisfies Readonly<Record<string, ExpiryValues>>;

/** The field of each error about the expiry. */
export const EXPIRY_ERRORS = {
  'share-expiry': 'end',
  'share-password': 'password',
  'password-wrong': 'password',
} as const;

function expiryOf({ last, end }: Pick<ExpiryValues, 'last' | 'end'>, timeZone: string): number {
  if (last === 'own' && end !== null) return toInstant(end, timeZone);
  return serverNow() + LIFETIMES_MS[last === 'own' ? 'hour' : last];
}

/** Whether a link with this expiry requires the password. */
function requiresPassword(end: number): boolean {
  return end > serverNow() + LIMITS.shareWithoutPasswordMs;
}

/** Converts the fields to those of the operations that create links. */
export function useExpiry() {
  const { timeZone } = useFormat();
  return ({ password, ...values }: ExpiryValues) => ({
    expireTime: Math.round(expiryOf(values, timeZone)),
    ...(password === undefined ? {} : { oldPD: passwordDigest(password) }),
  });
}

/** The fields of a form for `ExpiryValues`. */
export function ExpiryFields() {
  const { t } = useTranslation('shares');
  const { timeZone } = useFormat();
  const language = useLanguage();
  return (
    <>
      <Form.Item name="last" label={t('share.last')}>
        <Radio.Group
          optionType="button"
          options={LIFETIME_CHOICES.map((value) => ({ value, label: t(`share.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<ExpiryValues> noStyle dependencies={['last']}>
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
      <Form.Item<ExpiryValues> noStyle dependencies={['last', 'end']}>
        {({ getFieldsValue }) =>
          requiresPassword(expiryOf(getFieldsValue(true), timeZone)) && (
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
    </>
  );
}
