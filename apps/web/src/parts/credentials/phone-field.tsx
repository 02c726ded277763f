import { phone } from '@wakeline/contract/fields';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { normalizePhone } from './normalize-input.ts';

interface PhoneFieldProps {
  /** What the browser fills in: the account where the phone is one, else the person's number. */
  readonly autoComplete: 'username' | 'tel';
  readonly autoFocus?: boolean;
}

/** The field `phone` of a form. */
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
