import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../service/client.ts';
import { CodeField } from '../login/code-field.tsx';
import { PhoneField } from '../login/phone-field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Fields {
  readonly phone: string;
  readonly code: string;
}

interface PhoneDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Binds a phone, proved by a code that is sent to it. */
export function PhoneDialog({ open, onClose, onDone }: PhoneDialogProps) {
  const { t } = useTranslation('security');
  const client = useClient();
  const { message } = App.useApp();
  return (
    <FormDialog<Fields>
      open={open}
      title={t('phone.title')}
      submit={t('phone.bind')}
      places={{ 'code-wrong': 'code', 'phone-taken': 'phone' }}
      send={({ phone, code }) => client.call('bindPhone', { phone, code })}
      onClose={onClose}
      onDone={() => {
        message.success(t('phone.bound'));
        onDone();
      }}
    >
      <PhoneField autoComplete="tel" autoFocus />
      <CodeField purpose="bindPhone" />
    </FormDialog>
  );
}
