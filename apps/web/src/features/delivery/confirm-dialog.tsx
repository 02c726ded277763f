import type { ConfirmedChannel } from '@wakeline/contract/delivery/recipients';
import { App, Button, Form, Input, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useDeliveryChange } from './use-delivery.ts';

/** An address to confirm. */
export interface ConfirmSubject {
  readonly recipientId: number;
  readonly name: string;
  readonly channel: ConfirmedChannel;
  readonly address: string;
}

interface ConfirmDialogProps {
  /** Null: closed. */
  readonly subject: ConfirmSubject | null;
  readonly onClose: () => void;
}

/** Sends a code to an address and takes the code that its owner passed on. */
export function ConfirmDialog({ subject, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('delivery');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const send = useDeliveryChange('sendAddressCode');
  const confirm = useDeliveryChange('confirmAddress');
  const [code, setCode] = useState('');
  // Keeps the last content visible while the dialog closes.
  const last = useRef<ConfirmSubject>({ recipientId: 0, name: '', channel: 'email', address: '' });
  if (subject !== null) last.current = subject;
  const { recipientId, name, channel, address } = last.current;
  const onError = (error: unknown) => void message.error(errorText(error, language));

  function close(): void {
    setCode('');
    send.reset();
    confirm.reset();
    onClose();
  }

  function submit(): void {
    confirm.mutate(
      { recipientId, channel, code },
      {
        onSuccess() {
          message.success(t('code.done'));
          close();
        },
      },
    );
  }

  return (
    <Modal
      open={subject !== null}
      title={t('code.title', { name })}
      okText={t('code.ok')}
      cancelText={tApp('action.cancel')}
      okButtonProps={{ disabled: code.trim() === '' }}
      confirmLoading={confirm.isPending}
      onOk={submit}
      onCancel={close}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p>{t('code.intro', { address })}</p>
      <Button
        loading={send.isPending}
        onClick={() =>
          send.mutate(
            { recipientId, channel },
            { onSuccess: () => void message.success(t('code.sent', { address })), onError },
          )
        }
      >
        {t(send.isSuccess ? 'code.again' : 'code.send')}
      </Button>
      <Form layout="vertical" onFinish={submit}>
        <Form.Item
          label={t('code.label')}
          htmlFor="address-code"
          {...(confirm.error === null
            ? {}
            : { validateStatus: 'error', help: errorText(confirm.error, language) })}
        >
          <Input
            id="address-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
