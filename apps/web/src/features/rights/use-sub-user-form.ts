import type { SUB_PERMISSIONS, SubUser } from '@wakeline/contract/entities/sub-user';
import { NamedError } from '@wakeline/contract/errors';
import type { Role } from '@wakeline/contract/roles';
import { App, Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { useChangeSubUser } from './use-sub-users.ts';

export type SubPermission = (typeof SUB_PERMISSIONS)[number];

/** Fields of the sub-account form. */
export interface SubUserFields {
  readonly noteName: string;
  readonly account: string;
  readonly password: string;
  readonly permission: SubPermission;
  readonly roles: Role[];
  readonly seesAll: boolean;
  readonly groupIds: number[];
}

/**
 * The form of a sub-account with saving; a refusal is shown at its field.
 * @param user null: a new one
 */
export function useSubUserForm(user: SubUser | null, onSaved: () => void) {
  const { t } = useTranslation('rights');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<SubUserFields>();
  const change = useChangeSubUser();

  function submit(fields: SubUserFields): void {
    const { noteName, account, permission, password } = fields;
    const groupIds = fields.seesAll ? null : fields.groupIds;
    const fieldsPayload = { noteName, account, permission, roles: fields.roles, groupIds };
    const pd = password === '' ? {} : { pd: passwordDigest(password) };
    change.mutate(
      user === null
        ? { kind: 'create', ...fieldsPayload, pd: passwordDigest(password) }
        : { kind: 'edit', subUserId: user.subUserId, ...fieldsPayload, ...pd },
      {
        onSuccess() {
          message.success(t(user === null ? 'created' : 'saved', { name: noteName }));
          onSaved();
        },
        onError(error) {
          const text = errorText(error, language);
          if (!showRefusalAtField(form, error, text)) message.error(text);
        },
      },
    );
  }

  return { form, submit, saving: change.isPending };
}

/** Shows a refusal at its field; false if it concerns no field. */
function showRefusalAtField(form: FormInstance<SubUserFields>, error: unknown, text: string): boolean {
  const name = error instanceof NamedError ? error.errorName : null;
  const field = isLoginError(error) ? 'account' : name === 'password-common' ? 'password' : null;
  if (field !== null) form.setFields([{ name: field, errors: [text] }]);
  return field !== null;
}

/** Field rule: the account name must not be taken. */
export function useFreeNameRule(user: SubUser | null) {
  const client = useClient();
  const language = useLanguage();
  return {
    async validator(_rule: unknown, account: string | undefined): Promise<void> {
      const name = account?.trim() ?? '';
      if (name === '' || name === user?.account) return;
      // A failed check does not make the name invalid: the server checks it again when saving.
      const result = await client.call('checkSubUser', { account: name }).catch((error: unknown) => {
        if (isLoginError(error)) throw new Error(errorText(error, language));
        return { free: true };
      });
      if (!result.free) throw new Error(errorText(new NamedError('login-taken'), language));
    },
  };
}

/** Initial values of the form. */
export function subUserFieldsOf(
  user: SubUser | null,
  permissions: readonly SubPermission[],
  roles: readonly Role[],
): SubUserFields {
  return {
    noteName: user?.noteName ?? '',
    account: user?.account ?? '',
    password: '',
    permission: user?.permission ?? permissions.at(-1) ?? 'viewer',
    roles: user ? [...user.roles] : roles.filter((role) => role === 'eob_plugin_loc_monitor'),
    seesAll: user === null || user.groupIds === null,
    groupIds: [...(user?.groupIds ?? [])],
  };
}

/** Whether the account name was refused. */
function isLoginError(error: unknown): error is NamedError {
  return error instanceof NamedError && ['login-taken', 'login-is-phone'].includes(error.errorName);
}
