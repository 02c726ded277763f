import { LIMITS } from '@wakeline/contract/limits';
import { RESOLUTIONS } from '@wakeline/domain/notices/alarm-handling';
import { Form, Input, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Resolution, useAlarmStep } from './use-alarm.ts';

interface ResolveDialogProps {
  readonly open: boolean;
  readonly messageId: number;
  readonly note: string | undefined;
  readonly onClose: () => void;
}

interface Fields {
  readonly reason: Resolution;
  readonly comment?: string;
}

/** Asks why an alarm is done. A click beside it does not close it, so that typed text is not lost. */
export function ResolveDialog({ open, messageId, note, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const [form] = Form.useForm<Fields>();
  const { take, pending } = useAlarmStep(messageId);
  const reason = Form.useWatch('reason', form);
  return (
    <Modal
      open={open}
      title={t('handling.resolveTitle')}
      okText={t('handling.resolve')}
      cancelText={tApp('action.cancel')}
      confirmLoading={pending}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        clearOnDestroy
        initialValues={{ reason: 'handled' }}
        onFinish={({ reason: chosen, comment = '' }) =>
          take({ step: 'resolve', reason: chosen, comment, takeOver: false }, onClose)
        }
      >
        {note !== undefined && <p>{note}</p>}
        <Form.Item name="reason" label={t('handling.reasonLabel')}>
          <Radio.Group
            vertical
            options={RESOLUTIONS.map((value) => ({ value, label: t(`handling.reason.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          name="comment"
          label={t('handling.comment')}
          rules={[
            {
              required: reason === 'other',
              whitespace: true,
              message: t('handling.commentNeeded'),
            },
          ]}
        >
          <Input.TextArea rows={3} maxLength={LIMITS.note} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
