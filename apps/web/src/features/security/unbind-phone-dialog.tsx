import { App, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { useClient } from '../../service/client.ts';
import { FormDialog } from './form-dialog.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

interface UnbindPhoneDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Unbinds the phone; requires the password, so that a stolen session cannot. */
export function UnbindPhoneDialog({ open, onClose, onDone }: UnbindPhoneDialogProps) {
  const { t } = useTranslation('security');
  const client = useClient();
  const { message } = App.useApp();
  return (
    <FormDialog<{ readonly password: string }>
      open={open}
      title={t('phone.unbindTitle')}
      submitLabel={t('phone.unbind')}
      danger
      errorFields={{ 'password-wrong': 'password' }}
      onSubmit={({ password }) => client.call('unbindPhone', { oldPD: passwordDigest(password) })}
      onClose={onClose}
      onDone={() => {
        message.success(t('phone.unbound'));
        onDone();
      }}
    >
      <Typography.Paragraph type="secondary">{t('phone.unbindHint')}</Typography.Paragraph>
      <OwnPasswordField autoFocus />
    </FormDialog>
  );
}
