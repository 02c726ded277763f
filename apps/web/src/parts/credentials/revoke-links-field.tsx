import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';

/** Field `withdrawLinks` beside a new password: share links outlive the sessions that created them. */
export function RevokeLinksField() {
  const { t } = useTranslation('signIn');
  return (
    <Form.Item name="withdrawLinks" valuePropName="checked" extra={t('withdrawLinksHint')}>
      <Checkbox>{t('withdrawLinks')}</Checkbox>
    </Form.Item>
  );
}
