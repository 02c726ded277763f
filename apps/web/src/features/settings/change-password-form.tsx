import { typedPassword } from '@wakeline/contract/fields';
import { App, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { passwordDigest } from '../sign-in/password.ts';
import { WithdrawLinksField } from '../sign-in/withdraw-links-field.tsx';
import { SecureForm } from './secure-form.tsx';

interface Fields {
  readonly old: string;
  readonly password: string;
  readonly confirm: string;
  readonly withdrawLinks: boolean;
}

interface ChangePasswordFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Something is typed: it must not be lost by a click beside. */
  readonly onTouched?: () => void;
}

/** Old password, new one twice. Texts are of the areas security and login. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  return (
    <SecureForm<Fields>
      {...props}
      submit={t('password.change')}
      places={{ 'password-wrong': 'old', 'password-common': 'password', 'password-same': 'password' }}
      initial={{ withdrawLinks: false }}
      send={({ old, password, withdrawLinks }) =>
        client.call('changePassword', {
          oldPD: passwordDigest(old),
          newPD: passwordDigest(password),
          withdrawLinks,
        })
      }
      onDone={() => {
        message.success(t('password.changed'));
        props.onDone();
      }}
    >
      <Form.Item name="old" label={t('password.old')} rules={[fieldRule(typedPassword, language)]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <NewPasswordFields label={t('password.new')} />
      <WithdrawLinksField />
    </SecureForm>
  );
}
