import { accountSettings } from '@wakeline/contract/settings/account-settings';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { useSaveAccountSettings } from './use-account-settings.ts';

interface Fields {
  readonly devicePassword: string;
}

interface DevicePasswordFormProps {
  readonly stored: string;
  readonly 'aria-labelledby': string;
}

/** The initial password of devices registered from now on. */
export function DevicePasswordForm({ stored, ...labelProps }: DevicePasswordFormProps) {
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const save = useSaveAccountSettings();
  const typed = Form.useWatch('devicePassword', form) ?? stored;
  const unsaved = typed.trim() !== stored;
  useUnsavedPrompt(unsaved && !save.isPending);
  return (
    <Form<Fields>
      form={form}
      layout="inline"
      initialValues={{ devicePassword: stored }}
      onFinish={({ devicePassword }) => save.mutate({ devicePassword: devicePassword.trim() })}
    >
      <Form.Item name="devicePassword" rules={[fieldRule(accountSettings.shape.devicePassword, language)]}>
        <Input {...labelProps} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={!unsaved} loading={save.isPending}>
        {tApp('action.save')}
      </Button>
    </Form>
  );
}
