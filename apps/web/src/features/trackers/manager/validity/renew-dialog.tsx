import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Form, InputNumber, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import {
  countSelected,
  type DeviceSelection,
  toSelectionPayload,
} from '../../../../parts/devices/device-selection.ts';
import { useClient } from '../../../../service/client.ts';
import { errorText } from '../../../../service/error-text.ts';
import { ValidityField } from '../../validity-field.tsx';
import { useReloadDevices } from '../devices/use-device-page.ts';
import { INITIAL_RENEWAL, RENEWAL_KINDS, type RenewalValues, toRenewal } from './renewal-values.ts';

interface RenewDialogProps {
  readonly open: boolean;
  readonly selection: DeviceSelection;
  readonly onClose: () => void;
  readonly onRenewed: () => void;
}

/** Extends the validity of the selected devices by months, to a day, or without an end. */
export function RenewDialog({ open, selection, onClose, onRenewed }: RenewDialogProps) {
  const { t } = useTranslation('deviceValidity');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const client = useClient();
  const reload = useReloadDevices();
  const [form] = Form.useForm<RenewalValues>();
  const kind = Form.useWatch('kind', form) ?? INITIAL_RENEWAL.kind;
  const count = countSelected(selection);
  const renewal = useMutation({
    mutationFn: (values: RenewalValues) =>
      client.call('renewTrackers', { ...toSelectionPayload(selection), ...toRenewal(values) }),
    async onSuccess({ changed }) {
      if (changed === 0) message.info(t('unchanged'));
      else message.success(t('renewed', { count: changed, number: formatCount(changed) }));
      onClose();
      onRenewed();
      await reload();
    },
    onError: (error) => void message.error(errorText(error, language)),
  });

  return (
    <Modal
      open={open}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={t('renew')}
      cancelText={tApp('action.cancel')}
      confirmLoading={renewal.isPending}
      title={t('renewTitle', { count, number: formatCount(count) })}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<RenewalValues>
        form={form}
        clearOnDestroy
        layout="vertical"
        initialValues={INITIAL_RENEWAL}
        onFinish={(values) => renewal.mutate(values)}
      >
        <Form.Item name="kind" label={t('by')}>
          <Radio.Group vertical options={RENEWAL_KINDS.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        {kind === 'byMonths' && (
          <Form.Item
            name="months"
            label={t('months')}
            extra={t('monthsHint')}
            rules={[{ required: true, message: t('monthsEmpty', { max: LIMITS.renewalMonths }) }]}
          >
            <InputNumber min={1} max={LIMITS.renewalMonths} precision={0} />
          </Form.Item>
        )}
        {kind === 'byDate' && (
          <Form.Item
            name="validUntil"
            label={t('until')}
            rules={[{ required: true, message: t('untilEmpty') }]}
          >
            <ValidityField />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
