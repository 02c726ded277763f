import { typedNewPassword } from '@wakeline/contract/fields';
import { Form } from 'antd';
import Password from 'antd/es/input/Password';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';

interface NewPasswordFieldsProps {
  /** Label of the first field. */
  readonly label: string;
  readonly autoFocus?: boolean;
}

/** The form fields `password` and `confirm`: a new password, twice. */
export function NewPasswordFields({ label, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra={t('newPasswordHint')}
        rules={[fieldRule(typedNewPassword, language)]}
      >
        <Password autoComplete="new-password" autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('confirm')}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            async validator(_rule, value: unknown) {
              const confirmation = String(value ?? '').trim();
              if (confirmation === '' || confirmation !== String(getFieldValue('password') ?? '').trim()) {
                throw new Error(t('confirmDiffers'));
              }
            },
          }),
        ]}
      >
        <Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
