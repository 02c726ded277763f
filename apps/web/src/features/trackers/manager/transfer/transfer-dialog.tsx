import type { TransferAccount } from '@wakeline/contract/trackers/transfer';
import { App, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { countSelected, type DeviceSelection } from '../../../../parts/devices/device-selection.ts';
import { errorText } from '../../../../service/error-text.ts';
import styles from './transfer.module.css';
import { TransferFields } from './transfer-fields.tsx';
import { fieldOfTransferError, freeOf, INITIAL_TRANSFER, type TransferValues } from './transfer-values.ts';
import { useTransfer } from './use-transfer.ts';

interface TransferDialogProps {
  readonly open: boolean;
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
  readonly onTransferred: () => void;
}

/** Transfers the selected devices: choose the account, then confirm. A refusal returns to the choice. */
export function TransferDialog({ open, selection, onClose, onTransferred }: TransferDialogProps) {
  const { t } = useTranslation('deviceTransfer');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const [form] = Form.useForm<TransferValues>();
  const [account, setAccount] = useState<TransferAccount | null>(null);
  const [chosen, setChosen] = useState<TransferValues | null>(null);
  const transfer = useTransfer();
  const count = countSelected(selection);
  const values = { count, number: formatCount(count), account: account?.accountName ?? '' };

  function fail(error: unknown): void {
    setChosen(null);
    const name = fieldOfTransferError(error);
    const text = errorText(error, language);
    if (name === null) return void message.error(text);
    const free = freeOf(error);
    const rest = free === null ? '' : ` ${t('free', { count: free, number: formatCount(free) })}`;
    form.setFields([{ name, errors: [`${text}${rest}`] }]);
  }

  function save({ groupId, history }: TransferValues): void {
    if (account === null) return;
    transfer.mutate(
      { selection, accountId: account.accountId, targetGroupId: groupId ?? null, history },
      {
        onSuccess({ taskProgressId }) {
          message.success(t(taskProgressId === null ? 'done' : 'started', values));
          onTransferred();
          onClose();
        },
        onError: fail,
      },
    );
  }

  return (
    <Modal
      open={open}
      onCancel={chosen === null ? onClose : () => setChosen(null)}
      afterClose={() => {
        setChosen(null);
        setAccount(null);
      }}
      onOk={() => (chosen === null ? form.submit() : save(chosen))}
      okText={chosen === null ? t('next') : t('confirm', values)}
      okButtonProps={{ danger: chosen !== null }}
      cancelText={tApp('action.cancel')}
      confirmLoading={transfer.isPending}
      title={t(chosen === null ? 'title' : 'confirmTitle', values)}
      classNames={{ title: styles.title ?? '' }}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {chosen !== null && (
        <p className={styles.text} role="status">
          {t('confirmText', values)}
          {chosen.history === 'erase' && ` ${t('confirmErase')}`}
        </p>
      )}
      <Form<TransferValues>
        form={form}
        hidden={chosen !== null}
        clearOnDestroy
        layout="vertical"
        initialValues={INITIAL_TRANSFER}
        onFinish={setChosen}
      >
        <TransferFields form={form} account={account} onAccount={setAccount} />
      </Form>
    </Modal>
  );
}
