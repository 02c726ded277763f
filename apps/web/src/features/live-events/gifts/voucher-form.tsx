import { LIMITS } from '@wakeline/contract/limits';
import { createVouchers } from '@wakeline/contract/live-events/vouchers';
import { App, DatePicker, Form, Input, InputNumber, Modal } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange } from '../use-live-event.ts';
import type { CreatedVouchers } from './voucher-codes.tsx';

interface VoucherFormProps {
  readonly matchId: number;
  readonly open: boolean;
  readonly onCreated: (vouchers: CreatedVouchers) => void;
  readonly onClose: () => void;
}

interface Fields {
  readonly count: number;
  readonly amount: number;
  readonly label: string;
  readonly expires: Dayjs;
}

const { shape } = createVouchers.payload;
/** Days for which a voucher is valid unless the host chooses something else. */
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

export function VoucherForm({ matchId, open, onCreated, onClose }: VoucherFormProps) {
  const { t } = useTranslation('gifts');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const create = useLiveEventChange('createVouchers');

  function submit({ count, amount, label, expires }: Fields): void {
    const expireTime = toInstant(expires, timeZone);
    create.mutate(
      { matchId, count, amount, label, expireTime },
      {
        onSuccess: ({ vouchers }) =>
          onCreated({ amount, label: label.trim(), expireTime, codes: vouchers.map(({ code }) => code) }),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <Modal
      open={open}
      title={t('voucher.add')}
      okText={t('voucher.create')}
      cancelText={tApp('action.cancel')}
      confirmLoading={create.isPending}
      destroyOnHidden
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        clearOnDestroy
        initialValues={{
          ...{ count: 10, label: '' },
          expires: toWallTime(serverNow() + DEFAULT_DAYS * DAY_MS, timeZone),
        }}
        onFinish={submit}
      >
        <Form.Item
          name="count"
          label={t('voucher.count')}
          extra={t('voucher.countHint', { count: LIMITS.vouchersPerCall })}
          rules={[fieldRule(shape.count, language)]}
        >
          <InputNumber className={styles.amount ?? ''} controls={false} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="amount" label={t('voucher.amountEach')} rules={[fieldRule(shape.amount, language)]}>
          <InputNumber
            className={styles.amount ?? ''}
            controls={false}
            prefix="¥"
            inputMode="decimal"
            autoFocus
          />
        </Form.Item>
        <Form.Item
          name="label"
          label={t('voucher.label')}
          extra={t('voucher.labelHint')}
          rules={[fieldRule(shape.label, language)]}
        >
          <Input maxLength={LIMITS.name} />
        </Form.Item>
        <Form.Item
          name="expires"
          label={t('voucher.expires')}
          rules={[{ required: true, message: t('voucher.expiresRequired') }]}
        >
          <DatePicker showTime showNow={false} allowClear={false} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
