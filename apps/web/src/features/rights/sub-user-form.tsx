import type { Group } from '@wakeline/contract/entities/group';
import type { SUB_PERMISSIONS, SubUser } from '@wakeline/contract/entities/sub-user';
import { NamedError } from '@wakeline/contract/errors';
import { typedNewPassword } from '@wakeline/contract/fields';
import { subUserForm } from '@wakeline/contract/rights/sub-users';
import type { Role } from '@wakeline/contract/roles';
import { App, Checkbox, Form, Input, Radio, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { fieldRule } from '../../service/field-rule.ts';
import styles from './authority.module.css';
import { FunctionChoice } from './function-choice.tsx';
import { useChangeSubUser } from './use-sub-users.ts';

/** What the drawer is open for. */
export type SubUserSubject = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly user: SubUser };

type SubPermission = (typeof SUB_PERMISSIONS)[number];

interface Fields {
  readonly noteName: string;
  readonly account: string;
  readonly password: string;
  readonly permission: SubPermission;
  readonly roles: Role[];
  readonly seesAll: boolean;
  readonly groupIds: number[];
}

interface SubUserFormProps {
  /** Null: closed. */
  readonly subject: SubUserSubject | null;
  /** Those that the person may give. */
  readonly permissions: readonly SubPermission[];
  readonly roles: readonly Role[];
  readonly groups: readonly Group[];
  readonly onClose: () => void;
}

/** Drawer to make a sub-account or change it. Neither a click beside it nor, once something is typed, Escape closes it. */
export function SubUserForm({ subject, permissions, roles, groups, onClose }: SubUserFormProps) {
  const { t } = useTranslation('rights');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const seesAll = Form.useWatch('seesAll', form) ?? true;
  const change = useChangeSubUser();
  // While the drawer slides away it still shows what it was open for.
  const last = useRef<SubUserSubject>({ kind: 'create' });
  if (subject) last.current = subject;
  const shown = last.current;
  const user = shown.kind === 'edit' ? shown.user : null;
  const { shape } = subUserForm;

  const freeName = {
    async validator(_rule: unknown, account: string | undefined): Promise<void> {
      const name = account?.trim() ?? '';
      if (name === '' || name === user?.account) return;
      // A check that cannot be made is no fault of the name: the server judges it again when it is saved.
      const answer = await client.call('checkSubUser', { account: name }).catch((error: unknown) => {
        if (isOfLogin(error)) throw new Error(errorText(error, language));
        return { free: true };
      });
      if (!answer.free) throw new Error(errorText(new NamedError('login-taken'), language));
    },
  };

  function submit(fields: Fields): void {
    const { noteName, account, permission, password } = fields;
    const groupIds = fields.seesAll ? null : fields.groupIds;
    const given = { noteName, account, permission, roles: fields.roles, groupIds };
    const pd = password === '' ? {} : { pd: passwordDigest(password) };
    change.mutate(
      user === null
        ? { kind: 'create', ...given, pd: passwordDigest(password) }
        : { kind: 'edit', subUserId: user.subUserId, ...given, ...pd },
      {
        onSuccess() {
          message.success(t(user === null ? 'created' : 'saved', { name: noteName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          const name = error instanceof NamedError ? error.errorName : null;
          if (isOfLogin(error)) form.setFields([{ name: 'account', errors: [text] }]);
          else if (name === 'password-common') form.setFields([{ name: 'password', errors: [text] }]);
          else message.error(text);
        },
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null}
      title={user === null ? t('create') : t('edit', { name: user.noteName })}
      size={460}
      form={form}
      initialValues={fieldsOf(user, permissions, roles)}
      saving={change.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="noteName" label={t('noteName')} rules={[fieldRule(shape.noteName, language)]}>
        <Input autoFocus={user === null} />
      </Form.Item>
      <Form.Item
        name="account"
        label={t('account')}
        extra={t('accountHint')}
        validateFirst
        rules={[fieldRule(shape.account, language), freeName]}
      >
        <Input spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t(user === null ? 'password' : 'newPassword')}
        extra={t(user === null ? 'passwordHint' : 'newPasswordHint')}
        rules={[
          {
            validator: (rule, value: string) =>
              user !== null && !value
                ? Promise.resolve()
                : fieldRule(typedNewPassword, language).validator(rule, value),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="permission" label={t('permission')}>
        <Radio.Group className={styles.permissions ?? ''}>
          {permissions.map((permission) => (
            <Radio key={permission} value={permission}>
              {app(`permission.${permission}`)}
              <small>{t(`may.${permission}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="roles" label={t('functions')} extra={t('functionsHint')}>
        <FunctionChoice offered={roles} />
      </Form.Item>
      <Form.Item
        name="seesAll"
        valuePropName="checked"
        label={t('groups')}
        extra={seesAll ? null : t('groupsHint')}
      >
        <Checkbox>{t('allGroups')}</Checkbox>
      </Form.Item>
      {!seesAll && (
        <Form.Item
          name="groupIds"
          rules={[{ required: true, type: 'array', min: 1, message: t('groupsEmpty') }]}
        >
          <Select
            mode="multiple"
            aria-label={t('groups')}
            placeholder={t('chooseGroups')}
            showSearch={{ optionFilterProp: 'label' }}
            options={groups.map(({ groupId, gn }) => ({ value: groupId, label: gn }))}
          />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

function fieldsOf(
  user: SubUser | null,
  permissions: readonly SubPermission[],
  roles: readonly Role[],
): Fields {
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

/** Whether it is the account name that was refused. */
function isOfLogin(error: unknown): error is NamedError {
  return error instanceof NamedError && ['login-taken', 'login-is-phone'].includes(error.errorName);
}
