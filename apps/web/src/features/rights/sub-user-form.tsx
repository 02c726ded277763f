import type { Group } from '@wakeline/contract/entities/group';
import type { SubUser } from '@wakeline/contract/entities/sub-user';
import type { Role } from '@wakeline/contract/roles';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { SubUserIdentity, SubUserRights } from './sub-user-fields.tsx';
import {
  type SubPermission,
  type SubUserFields,
  subUserFieldsOf,
  useSubUserForm,
} from './use-sub-user-form.ts';

/** What the drawer is open for. */
export type SubUserSubject = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly user: SubUser };

interface SubUserFormProps {
  /** Null: closed. */
  readonly subject: SubUserSubject | null;
  /** The ones that the user may grant. */
  readonly permissions: readonly SubPermission[];
  readonly roles: readonly Role[];
  readonly groups: readonly Group[];
  readonly onClose: () => void;
}

/** Drawer to create or edit a sub-account. A click outside never closes it, nor does Escape after a change. */
export function SubUserForm({ subject, permissions, roles, groups, onClose }: SubUserFormProps) {
  const { t } = useTranslation('rights');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<SubUserSubject>({ kind: 'create' });
  if (subject) last.current = subject;
  const user = last.current.kind === 'edit' ? last.current.user : null;
  const { form, submit, saving } = useSubUserForm(user, onClose);
  return (
    <FormDrawer<SubUserFields>
      open={subject !== null}
      title={user === null ? t('create') : t('edit', { name: user.noteName })}
      size={460}
      form={form}
      initialValues={subUserFieldsOf(user, permissions, roles)}
      saving={saving}
      onSave={submit}
      onClose={onClose}
    >
      <SubUserIdentity user={user} />
      <SubUserRights permissions={permissions} roles={roles} groups={groups} />
    </FormDrawer>
  );
}
