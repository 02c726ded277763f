import { typedPassword } from '@wakeline/contract/fields';
import { App, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { NewPasswordFields } from '../../parts/credentials/new-password-fields.tsx';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { RevokeLinksField } from '../../parts/credentials/revoke-links-field.tsx';
import { SecureForm } from '../../parts/forms/secure-form.tsx';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';

interface Fields {
  readonly old: string;
  readonly password: string;
  readonly confirm: string;
  readonly withdrawLinks: boolean;
}

interface ChangePasswordFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Called when there is input that a click outside must not discard. */
  readonly onTouched?: () => void;
}

/** Old password, and the new one twice. Needs the text namespaces security and signIn. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  return (
    <SecureForm<Fields>
      {...props}
      submitLabel={t('password.change')}
      errorFields={{ 'password-wrong': 'old', 'password-common': 'password', 'password-same': 'password' }}
      initialValues={{ withdrawLinks: false }}
      onSubmit={({ old, password, withdrawLinks }) =>
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
      <RevokeLinksField />
    </SecureForm>
  );
}
