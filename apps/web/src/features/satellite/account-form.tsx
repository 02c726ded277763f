import type { BdUser } from '@wakeline/contract/satellite/accounts';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { App, Form } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { AccountDetails } from './account-details.tsx';
import {
  type AccountFields,
  findRefusedField,
  toAccountFields,
  toCreation,
  toEdit,
} from './account-values.ts';
import { TerminalList } from './terminal-list.tsx';
import { useAccountChange } from './use-accounts.ts';

/** What the form is open for: new communication accounts, or one to edit. */
export type AccountSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly account: BdUser };

interface AccountFormProps {
  /** Null: closed. */
  readonly subject: AccountSubject | null;
  /** Networks of the user, from which new terminals can be. */
  readonly networks: readonly SatelliteNetwork[];
  readonly onClose: () => void;
}

/** Drawer to create communication accounts, several at once, or to edit one. */
export function AccountForm({ subject, networks, onClose }: AccountFormProps) {
  const { t } = useTranslation('satellite');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<AccountFields>();
  const create = useAccountChange('createBdUsers');
  const edit = useAccountChange('editBdUser');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<AccountSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const account = last.current.kind === 'edit' ? last.current.account : null;
  const initialValues = toAccountFields(account, networks[0] ?? 'beidou');

  function submit(submitted: AccountFields): void {
    // Fields that the network hides are not submitted.
    const fields = { ...initialValues, ...submitted };
    const [first] = fields.terminals;
    const count = fields.terminals.length;
    const callbacks = {
      onSuccess() {
        message.success(
          account === null && count > 1
            ? t('createdSeveral', { count })
            : t('saved', { name: first?.bdUserName.trim() }),
        );
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const name = findRefusedField(error, count);
        if (name === null) {
          message.error(text);
          return;
        }
        form.setFields([{ name, errors: [text] }]);
        form.focusField(name);
      },
    };
    if (account === null) create.mutate(toCreation(fields), callbacks);
    else edit.mutate(toEdit(account.bdUserId, fields), callbacks);
  }

  return (
    <FormDrawer<AccountFields>
      open={subject !== null}
      title={account === null ? t('add') : t('editOne', { name: account.bdUserName })}
      size={460}
      form={form}
      initialValues={initialValues}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <TerminalList account={account} networks={networks} />
      <AccountDetails account={account} />
    </FormDrawer>
  );
}
