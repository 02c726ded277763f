import { Alert, App, Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { errorText } from '../../../../service/error-text.ts';
import { ModelField } from '../../model-field.tsx';
import styles from './unregistered.module.css';
import { type Registration, type RegistrationFailure, useRegister } from './use-unregistered.ts';

type Fields = Pick<Registration, 'groupId' | 'model'>;

interface RegisterDialogProps {
  /** Numbers of the devices to register. */
  readonly imeis: readonly string[];
  readonly onClose: () => void;
  /** Called with the numbers that could not be registered. */
  readonly onRegistered: (failed: readonly string[]) => void;
}

/** Registers several devices with a common group and model. Devices that fail stay listed with their reasons. */
export function RegisterDialog({ imeis, onClose, onRegistered }: RegisterDialogProps) {
  const { t } = useTranslation('deviceMessages');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const [form] = Form.useForm<Fields>();
  const groups = useGroups();
  const register = useRegister();
  const [failures, setFailures] = useState<readonly RegistrationFailure[]>([]);
  const count = (number: number) => ({ count: number, number: formatCount(number) });

  function submit({ groupId, model }: Fields): void {
    register.mutate(
      { imeis, groupId, model },
      {
        onSuccess({ added, failed }) {
          if (added.length > 0) message.success(t('register.done', count(added.length)));
          setFailures(failed);
          onRegistered(failed.map(({ imei }) => imei));
          if (failed.length === 0) onClose();
        },
        onError: (error) => message.error(errorText(error, language)),
      },
    );
  }

  return (
    <Modal
      open
      title={t('register.title', count(imeis.length))}
      okText={t('register.ok')}
      cancelText={tApp('action.cancel')}
      okButtonProps={{ disabled: imeis.length === 0 }}
      confirmLoading={register.isPending}
      width={440}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields> form={form} layout="vertical" onFinish={submit}>
        <p className={styles.hint}>{t('register.hint')}</p>
        <Form.Item name="groupId" label={tTrackers('group')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={tTrackers('noGroup')}
            options={flattenGroupTree(groups.list).map(({ groupId, path }) => ({
              value: groupId,
              label: path,
            }))}
          />
        </Form.Item>
        <Form.Item name="model" label={tTrackers('model')}>
          <ModelField />
        </Form.Item>
      </Form>
      {failures.length > 0 && (
        <Alert
          type="error"
          title={t('register.failed', count(failures.length))}
          description={
            <ul className={styles.failures}>
              {failures.map(({ imei, message: reason }) => (
                <li key={imei}>
                  {imei}: {reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  );
}
