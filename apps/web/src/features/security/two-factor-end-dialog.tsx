import { otp } from '@wakeline/contract/fields';
import { App, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { FormDialog } from './form-dialog.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

interface Fields {
  readonly password: string;
  readonly otp: string;
}

interface TwoFactorEndDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Disables two-factor sign-in; requires the password and a code, so that a stolen session cannot. */
export function TwoFactorEndDialog({ open, onClose, onDone }: TwoFactorEndDialogProps) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  return (
    <FormDialog<Fields>
      open={open}
      title={t('twoFactor.end')}
      submitLabel={t('twoFactor.end')}
      danger
      errorFields={{ 'password-wrong': 'password', 'second-factor-wrong': 'otp' }}
      onSubmit={(fields) =>
        client.call('endTwoFactor', { oldPD: passwordDigest(fields.password), otp: fields.otp })
      }
      onClose={onClose}
      onDone={() => {
        message.success(t('twoFactor.ended'));
        onDone();
      }}
    >
      <OwnPasswordField autoFocus />
      <Form.Item name="otp" label={t('twoFactor.codeOrRecovery')} rules={[fieldRule(otp, language)]}>
        <Input autoComplete="one-time-code" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
}
