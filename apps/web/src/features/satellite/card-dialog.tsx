import type { ErrorName } from '@wakeline/contract/errors';
import type { BdUser } from '@wakeline/contract/satellite/accounts';
import { App, Form, Input, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { showFieldError } from '../../parts/forms/field-error.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './satellite.module.css';
import { useAccountChange } from './use-accounts.ts';
import { useCardRules } from './use-card-rules.ts';

interface CardDialogProps {
  /** Null: closed. */
  readonly account: BdUser | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly cardNumber: string;
}

const ERROR_FIELDS: Readonly<Partial<Record<ErrorName, 'cardNumber'>>> = {
  'card-number-taken': 'cardNumber',
  'card-network-mismatch': 'cardNumber',
};

/** Assigns another card to a communication account, and says what happens to its messages. */
export function CardDialog({ account, onClose }: CardDialogProps) {
  const { t } = useTranslation('satellite');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const change = useAccountChange('setBdUserCardNumber');
  const cardRules = useCardRules();
  // Keeps the last content visible while the dialog closes.
  const last = useRef<BdUser | null>(null);
  if (account !== null) last.current = account;
  const displayed = last.current;

  function save({ cardNumber }: Fields): void {
    if (displayed === null) return;
    const { bdUserId, bdUserName: name } = displayed;
    const number = cardNumber.trim();
    change.mutate(
      { bdUserId, cardNumber: number },
      {
        onSuccess() {
          message.success(t('card.assigned', { name, number }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          if (!showFieldError(form, error, ERROR_FIELDS, text)) message.error(text);
        },
      },
    );
  }

  return (
    <Modal
      open={account !== null}
      title={t('card.open', { name: displayed?.bdUserName ?? '' })}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={t('card.assign')}
      cancelText={tApp('action.cancel')}
      confirmLoading={change.isPending}
      mask={{ closable: false }}
      destroyOnHidden
      width={440}
    >
      <p className={styles.current}>{t('card.current', { number: displayed?.cardNumber ?? '' })}</p>
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ cardNumber: '' }}
        onFinish={save}
      >
        <Form.Item
          name="cardNumber"
          label={t('card.new')}
          extra={t('card.messages')}
          validateFirst
          rules={cardRules(displayed?.network ?? 'beidou')}
        >
          <Input autoFocus inputMode="numeric" autoComplete="off" maxLength={15} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
