import { useTranslation } from 'react-i18next';
import { ChangePasswordForm } from './change-password-form.tsx';
import { FormModal } from './form-modal.tsx';

interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form as a dialog for any screen. Needs the text namespaces security and signIn. */
export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation('security');
  return (
    <FormModal open={open} title={t('password.change')} onClose={onClose}>
      {(close, onTouched) => <ChangePasswordForm onDone={close} onCancel={close} onTouched={onTouched} />}
    </FormModal>
  );
}
