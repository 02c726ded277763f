import { App, Form, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { countSelected, type DeviceSelection } from '../../../../parts/devices/device-selection.ts';
import { errorText } from '../../../../service/error-text.ts';
import { BatchFields } from './batch-fields.tsx';
import { type BatchField, type BatchValues, fieldOfBatchError, toBatchChange } from './batch-values.ts';
import { useBatchChange } from './use-batch-change.ts';

interface BatchDialogProps {
  /** The field to change; null: closed. */
  readonly field: BatchField | null;
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Sets a field of all selected devices. */
export function BatchDialog({ field, selection, onClose, onChanged }: BatchDialogProps) {
  const { t } = useTranslation('devices');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const [form] = Form.useForm<BatchValues>();
  const batch = useBatchChange();
  const last = useRef<BatchField>('group-icon');
  if (field) last.current = field;
  const displayed = last.current;
  const count = countSelected(selection);
  const values = { count, number: formatCount(count) };

  function save(fields: BatchValues): void {
    batch.mutate(
      { selection, change: toBatchChange(displayed, fields) },
      {
        onSuccess(changed) {
          message.success(t('batch.changed', { count: changed, number: formatCount(changed) }));
          onClose();
          onChanged();
        },
        onError(error) {
          const name = fieldOfBatchError(error);
          const text = errorText(error, language);
          if (name === null) message.error(text);
          else form.setFields([{ name, errors: [text] }]);
        },
      },
    );
  }

  return (
    <Modal
      open={field !== null}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={t('batch.apply', values)}
      cancelText={tApp('action.cancel')}
      confirmLoading={batch.isPending}
      title={t(`batch.field.${displayed}`)}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<BatchValues>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ validUntil: null }}
        onFinish={save}
      >
        <BatchFields field={displayed} />
      </Form>
    </Modal>
  );
}
