import type { Group } from '@wakeline/contract/entities/group';
import type { SubUser } from '@wakeline/contract/entities/sub-user';
import { typedNewPassword } from '@wakeline/contract/fields';
import { subUserForm } from '@wakeline/contract/rights/sub-users';
import type { Role } from '@wakeline/contract/roles';
import { Checkbox, Form, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';
import styles from './authority.module.css';
import { FunctionChoice } from './function-choice.tsx';
import { type SubPermission, useFreeNameRule } from './use-sub-user-form.ts';

/** Name, account and password of a sub-account; null: a new one. */
export function SubUserIdentity({ user }: { readonly user: SubUser | null }) {
  const { t } = useTranslation('rights');
  const language = useLanguage();
  const freeName = useFreeNameRule(user);
  const { shape } = subUserForm;
  // An empty password stays unchanged.
  const password = {
    validator: (rule: unknown, value: string) =>
      user !== null && !value
        ? Promise.resolve()
        : fieldRule(typedNewPassword, language).validator(rule, value),
  };
  return (
    <>
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
        rules={[password]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

interface SubUserRightsProps {
  readonly permissions: readonly SubPermission[];
  readonly roles: readonly Role[];
  readonly groups: readonly Group[];
}

/** Permissions, functions and visible groups of a sub-account. */
export function SubUserRights({ permissions, roles, groups }: SubUserRightsProps) {
  const { t } = useTranslation('rights');
  const { t: tApp } = useTranslation('app');
  const seesAll = Form.useWatch('seesAll') ?? true;
  return (
    <>
      <Form.Item name="permission" label={t('permission')}>
        <Radio.Group className={styles.permissions ?? ''}>
          {permissions.map((permission) => (
            <Radio key={permission} value={permission}>
              {tApp(`permission.${permission}`)}
              <small>{t(`may.${permission}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="roles" label={t('functions')} extra={t('functionsHint')}>
        <FunctionChoice grantable={roles} />
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
    </>
  );
}
