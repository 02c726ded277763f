import { IconLock, IconLockOpen, IconPlus, IconShieldOff } from '@tabler/icons-react';
import type { SubUser } from '@wakeline/contract/entities/sub-user';
import { App, Button, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './authority.module.css';
import { SubUserForm, type SubUserSubject } from './sub-user-form.tsx';
import { useChangeSubUser, useSubUsers } from './use-sub-users.ts';

/** The account's sub-accounts with their permissions and groups. */
export function SubUsersTab() {
  const { t } = useTranslation('rights');
  const { t: tApp } = useTranslation('app');
  const { t: tPlugins } = useTranslation('plugins');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { formatDateTime } = useFormat();
  const query = useSubUsers();
  const { data } = query;
  const failure = useListFailure(query);
  const groups = useGroups();
  const change = useChangeSubUser();
  const [subject, setSubject] = useState<SubUserSubject | null>(null);

  const groupNames = (ids: readonly number[]) =>
    groups.list.filter(({ groupId }) => ids.includes(groupId)).map(({ gn }) => gn);

  const columns: readonly RecordColumn<SubUser>[] = [
    {
      key: 'noteName',
      title: t('noteName'),
      render: ({ noteName, disabled }) => (
        <span className={styles.name}>
          <span title={noteName}>{noteName}</span>
          {disabled && <Tag>{t('disabled')}</Tag>}
        </span>
      ),
    },
    { key: 'account', title: t('account'), render: ({ account }) => <span title={account}>{account}</span> },
    {
      key: 'permission',
      title: t('permission'),
      width: 130,
      optional: true,
      render: ({ permission }) => tApp(`permission.${permission}`),
    },
    {
      key: 'roles',
      title: t('functions'),
      width: 120,
      optional: true,
      render: ({ roles }) => (
        <Tooltip title={roles.map((role) => tPlugins(`name.${role}`)).join(' · ')}>
          <span>{t('functionCount', { count: roles.length })}</span>
        </Tooltip>
      ),
    },
    {
      key: 'groups',
      title: t('groups'),
      optional: true,
      render: ({ groupIds }) =>
        groupIds === null ? t('allGroups') : groupNames(groupIds).join(' · ') || t('noGroups'),
    },
    {
      key: 'lastSeen',
      title: t('lastSeen'),
      width: 180,
      optional: true,
      render: ({ lastSeenTime }) => (lastSeenTime === null ? t('never') : formatDateTime(lastSeenTime)),
    },
    {
      key: 'twoFactor',
      title: t('twoFactor'),
      width: 120,
      optional: true,
      render: ({ twoFactor }) => (twoFactor ? t('on') : t('off')),
    },
  ];

  function setDisabled({ subUserId, noteName, disabled }: SubUser): void {
    change.mutate(
      { kind: 'edit', subUserId, disabled: !disabled },
      {
        onSuccess: () => message.success(t(disabled ? 'enabledNow' : 'disabledNow', { name: noteName })),
        onError: (error) => message.error(errorText(error, language)),
      },
    );
  }

  function endTwoFactor({ subUserId, noteName }: SubUser): void {
    confirm(
      {
        title: t('twoFactorTitle', { name: noteName }),
        content: t('twoFactorText'),
        okText: t('twoFactorEnd'),
        successText: t('twoFactorEnded', { name: noteName }),
      },
      () => change.mutateAsync({ kind: 'edit', subUserId, twoFactor: false }),
    );
  }

  function remove({ subUserId, noteName }: SubUser): void {
    confirm(
      {
        title: t('deleteTitle', { name: noteName }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name: noteName }),
      },
      () => change.mutateAsync({ kind: 'delete', subUserId }),
    );
  }

  return (
    <>
      <div className={styles.bar}>
        <p>{t('about')}</p>
        <Button
          type="primary"
          icon={<IconPlus size={16} />}
          disabled={data === undefined}
          onClick={() => setSubject({ kind: 'create' })}
        >
          {t('create')}
        </Button>
      </div>
      <RecordTable<SubUser>
        label={t('tab.users')}
        name="sub-users"
        rows={data?.list}
        rowKey={({ subUserId }) => subUserId}
        columns={columns}
        actionsWidth={data?.list.some(({ twoFactor }) => twoFactor) === true ? 180 : 140}
        {...failure}
        empty={t('none')}
        actions={(user) => (
          <RecordActions
            edit={
              user.abilities.edit && {
                label: t('edit', { name: user.noteName }),
                onClick: () => setSubject({ kind: 'edit', user }),
              }
            }
            remove={
              user.abilities.remove && {
                label: t('deleteOne', { name: user.noteName }),
                onClick: () => remove(user),
              }
            }
          >
            {user.abilities.edit && (
              <IconButton
                label={t(user.disabled ? 'enable' : 'disable', { name: user.noteName })}
                icon={
                  user.disabled ? (
                    <IconLockOpen size={18} stroke={1.75} />
                  ) : (
                    <IconLock size={18} stroke={1.75} />
                  )
                }
                onClick={() => setDisabled(user)}
              />
            )}
            {user.abilities.edit && user.twoFactor && (
              <IconButton
                label={t('twoFactorEndOf', { name: user.noteName })}
                icon={<IconShieldOff size={18} stroke={1.75} />}
                onClick={() => endTwoFactor(user)}
              />
            )}
          </RecordActions>
        )}
      />
      <SubUserForm
        subject={subject}
        permissions={data?.permissions ?? []}
        roles={data?.roles ?? []}
        groups={groups.list}
        onClose={() => setSubject(null)}
      />
    </>
  );
}
