import { phone } from '@wakeline/contract/fields';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { normalizePhone } from './normalize-input.ts';

interface PhoneFieldProps {
  /** Browser autofill: `username` where the phone number is the login, else `tel`. */
  readonly autoComplete: 'username' | 'tel';
  readonly autoFocus?: boolean;
}

/** The form field `phone`. */
export function PhoneField({ autoComplete, autoFocus = false }: PhoneFieldProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  return (
    <Form.Item
      name="phone"
      label={t('phone')}
      normalize={normalizePhone}
      rules={[fieldRule(phone, language)]}
      validateFirst
    >
      <Input type="tel" inputMode="tel" autoComplete={autoComplete} autoFocus={autoFocus} />
    </Form.Item>
  );
}
