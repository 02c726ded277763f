import { useQueryClient } from '@tanstack/react-query';
import { createShareLink } from '@wakeline/contract/shares';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { liveStore } from '../../live/live-store.ts';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { fullName } from '../devices/full-name.ts';
import { SecureForm } from '../forms/secure-form.tsx';
import {
  DEFAULT_EXPIRY,
  EXPIRY_ERRORS,
  ExpiryFields,
  type ExpiryValues,
  useExpiry,
} from './expiry-fields.tsx';
import styles from './share.module.css';

/** Minutes. */
const HISTORY_MINUTES = [0, 30, 60, 480, 1_440] as const;

interface Fields extends ExpiryValues {
  readonly shareName: string;
  readonly backMinutes: number;
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

/** Form of a new share link: its content, the length of the history, and the expiry. */
export function ShareForm({ trackerIds, replay, onCreated, onCancel, onTouched }: ShareFormProps) {
  const { t } = useTranslation('shares');
  const { formatDateTime } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const computeExpiry = useExpiry();
  const names = trackerIds.flatMap((id) => liveStore.getTracker(id) ?? []).map(fullName);
  return (
    <SecureForm<Fields>
      submitLabel={t('share.make')}
      initialValues={{
        shareName: (names[0] ?? '').slice(0, 64),
        ...(replay ? DEFAULT_EXPIRY.week : DEFAULT_EXPIRY.hours),
        backMinutes: 60,
      }}
      errorFields={EXPIRY_ERRORS}
      onSubmit={async ({ shareName, backMinutes, ...values }) => {
        const { code } = await client.call('createShareLink', {
          shareName,
          trackerIds: [...trackerIds],
          ...computeExpiry(values),
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
      <ExpiryFields />
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
