import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionChannel } from '@wakeline/domain/instructions/instruction-state';
import { Form, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { defaultExpiry, EXPIRIES } from './form-values.ts';
import styles from './instructions.module.css';

interface DeliveryFieldsProps {
  readonly instruction: InstructionName;
  readonly channel: InstructionChannel;
  /** Devices that accept the instruction as a text message; 0: the choice is not offered. */
  readonly smsDevices: number;
  /** Whether all devices do. */
  readonly canSms: boolean;
  readonly onChannel: (channel: InstructionChannel) => void;
  /** Seconds; null: the default. */
  readonly expiresAfter: number | null;
  readonly onExpiresAfter: (seconds: number | null) => void;
}

/** Select has no option null. */
const DEFAULT = 0;

/** How an instruction reaches its devices, and how long it waits for them. */
export function DeliveryFields({
  instruction,
  channel,
  smsDevices,
  canSms,
  onChannel,
  expiresAfter,
  onExpiresAfter,
}: DeliveryFieldsProps) {
  const { t } = useTranslation('instructions');
  const { formatCount } = useFormat();
  const describeSpan = (seconds: number) => {
    if (seconds < 3_600) return t('expiry.minutes', { count: seconds / 60 });
    if (seconds < 86_400) return t('expiry.hours', { count: seconds / 3_600 });
    return t('expiry.days', { count: seconds / 86_400 });
  };
  return (
    <div className={styles.fields}>
      {smsDevices > 0 && (
        <Form.Item
          label={t('column.channel')}
          extra={!canSms && t('smsSome', { count: smsDevices, number: formatCount(smsDevices) })}
        >
          <Radio.Group
            value={channel}
            options={[
              { value: 'connection', label: t('channel.connection') },
              { value: 'sms', label: t('channel.sms'), disabled: !canSms },
            ]}
            onChange={({ target }) => onChannel(target.value)}
          />
        </Form.Item>
      )}
      <Form.Item label={t('expiry.label')} htmlFor="instruction-expiry" tooltip={t('expiry.hint')}>
        <Select<number>
          id="instruction-expiry"
          value={expiresAfter ?? DEFAULT}
          onChange={(seconds) => onExpiresAfter(seconds === DEFAULT ? null : seconds)}
          options={[
            {
              value: DEFAULT,
              label: t('expiry.default', { span: describeSpan(defaultExpiry(instruction)) }),
            },
            ...EXPIRIES.map((value) => ({ value, label: describeSpan(value) })),
          ]}
        />
      </Form.Item>
    </div>
  );
}
