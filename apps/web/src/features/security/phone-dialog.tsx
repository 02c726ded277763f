import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../parts/credentials/code-field.tsx';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { PhoneField } from '../../parts/credentials/phone-field.tsx';
import { useClient } from '../../service/client.ts';
import { FormDialog } from './form-dialog.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

interface Fields {
  readonly phone: string;
  readonly code: string;
  readonly password: string;
}

interface PhoneDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Binds a phone with a code sent to it and the password, because a bound phone can recover the account. */
export function PhoneDialog({ open, onClose, onDone }: PhoneDialogProps) {
  const { t } = useTranslation('security');
  const client = useClient();
  const { message } = App.useApp();
  return (
    <FormDialog<Fields>
      open={open}
      title={t('phone.title')}
      submitLabel={t('phone.bind')}
      errorFields={{ 'password-wrong': 'password', 'code-wrong': 'code', 'phone-taken': 'phone' }}
      onSubmit={({ phone, code, password }) =>
        client.call('bindPhone', { oldPD: passwordDigest(password), phone, code })
      }
      onClose={onClose}
      onDone={() => {
        message.success(t('phone.bound'));
        onDone();
      }}
    >
      <PhoneField autoComplete="tel" autoFocus />
      <CodeField purpose="bindPhone" />
      <OwnPasswordField />
    </FormDialog>
  );
}
