import { typedPassword } from '@wakeline/contract/fields';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';

/** The form field `password`: the user's own password, so that an unattended session cannot perform the action. */
export function OwnPasswordField({ autoFocus = false }: { readonly autoFocus?: boolean }) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  return (
    <Form.Item name="password" label={t('password.yours')} rules={[fieldRule(typedPassword, language)]}>
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}
