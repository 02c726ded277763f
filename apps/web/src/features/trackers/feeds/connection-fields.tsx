import type { FeedConnectionType } from '@wakeline/domain/devices/feed-kinds';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface ConnectionFieldsProps {
  readonly type: FeedConnectionType;
  /** Whether the stored feed has a token already. */
  readonly isStored: boolean;
}

/** A rough check of IP addresses while typing; the server parses them. */
const ADDRESS = /^([\d.]{7,15}|[\da-f:.]{2,45})$/i;

/** The fields of one way to connect a feed. */
export function ConnectionFields({ type, isStored }: ConnectionFieldsProps) {
  const { t } = useTranslation('feeds');
  const required = { required: true, whitespace: true, message: t('required') };
  if (type === 'poll')
    return (
      <>
        <Form.Item name="url" label={t('url')} rules={[required]}>
          <Input
            maxLength={1_000}
            spellCheck={false}
            placeholder="https://example.com/tar1090/data/aircraft.json"
          />
        </Form.Item>
        <Form.Item name="seconds" label={t('seconds')} rules={[{ required: true, message: t('required') }]}>
          <InputNumber min={1} max={300} precision={0} />
        </Form.Item>
      </>
    );
  if (type === 'connect')
    return (
      <>
        <Form.Item name="host" label={t('host')} rules={[required]}>
          <Input maxLength={253} spellCheck={false} placeholder="receiver.example.com" />
        </Form.Item>
        <Form.Item name="port" label={t('port')} rules={[{ required: true, message: t('required') }]}>
          <InputNumber min={1} max={65_535} precision={0} />
        </Form.Item>
      </>
    );
  return (
    <>
      <Form.Item
        name="senders"
        label={t('senders')}
        extra={t('sendersHint')}
        rules={[
          {
            async validator(_rule, value: readonly string[] = []) {
              if (!value.every((sender) => ADDRESS.test(sender.trim()))) throw new Error(t('sendersInvalid'));
            },
          },
        ]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ']} maxCount={20} />
      </Form.Item>
      {isStored && (
        <Form.Item name="renewToken" valuePropName="checked">
          <Checkbox>{t('renewToken')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}
