import { SecureForm, type SecureFormProps } from '../../parts/forms/secure-form.tsx';
import { FormModal } from './form-modal.tsx';

interface FormDialogProps<Fields> extends Omit<SecureFormProps<Fields>, 'onCancel' | 'onTouched'> {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

/** A form in a dialog. */
export function FormDialog<Fields extends object>({
  open,
  title,
  onClose,
  ...form
}: FormDialogProps<Fields>) {
  return (
    <FormModal open={open} title={title} onClose={onClose}>
      {(close, onTouched) => <SecureForm<Fields> {...form} onCancel={close} onTouched={onTouched} />}
    </FormModal>
  );
}
