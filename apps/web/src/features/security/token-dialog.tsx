import { PERMISSIONS } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import { createToken } from '@wakeline/contract/security';
import { Button, Form, Input, InputNumber, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { SecureForm } from '../../parts/forms/secure-form.tsx';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { useSession } from '../../service/session.ts';
import { NewToken } from './new-token.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

const { name, permission, roles, days } = createToken.payload.shape;
const GRANTABLE_PERMISSIONS = permission.options;
const DEFAULT_DAYS = 90;

interface Fields {
  readonly name: string;
  readonly permission: (typeof GRANTABLE_PERMISSIONS)[number];
  readonly roles: Role[];
  readonly days: number;
  readonly password: string;
}

interface TokenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates a token and displays it once. */
export function TokenDialog({ open, onClose }: TokenDialogProps) {
  const { t } = useTranslation('security');
  const [token, setToken] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  return (
    <Modal
      open={open}
      title={t(token === null ? 'tokens.create' : 'tokens.created')}
      onCancel={onClose}
      afterClose={() => {
        setToken(null);
        setTouched(false);
      }}
      closable={token === null}
      keyboard={!touched && token === null}
      mask={{ closable: false }}
      footer={
        token === null ? null : (
          <Button type="primary" onClick={onClose}>
            {t('tokens.kept')}
          </Button>
        )
      }
      width={520}
      destroyOnHidden
    >
      {token === null ? (
        <TokenForm onToken={setToken} onCancel={onClose} onTouched={() => setTouched(true)} />
      ) : (
        <NewToken token={token} />
      )}
    </Modal>
  );
}

interface TokenFormProps {
  readonly onToken: (token: string) => void;
  readonly onCancel: () => void;
  readonly onTouched: () => void;
}

function TokenForm({ onToken, onCancel, onTouched }: TokenFormProps) {
  const { t } = useTranslation('security');
  const { t: tApp } = useTranslation('app');
  const { t: tPlugins } = useTranslation('plugins');
  const language = useLanguage();
  const client = useClient();
  const session = useSession();
  const ownRoles = session.roles.map((role) => role.name);
  // Every permission includes those after it.
  const highest = PERMISSIONS.indexOf(session.permission);
  return (
    <SecureForm<Fields>
      submitLabel={t('tokens.create')}
      initialValues={{ permission: 'viewer', roles: ownRoles, days: DEFAULT_DAYS }}
      errorFields={{ 'right-not-yours': 'permission', 'password-wrong': 'password' }}
      onSubmit={async ({ password, ...scope }) => {
        const { token } = await client.call('createToken', { oldPD: passwordDigest(password), ...scope });
        onToken(token);
      }}
      onDone={() => undefined}
      onCancel={onCancel}
      onTouched={onTouched}
    >
      <Form.Item
        name="name"
        label={t('tokens.name')}
        extra={t('tokens.nameHint')}
        rules={[fieldRule(name, language)]}
      >
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="permission" label={t('tokens.permission')}>
        <Radio.Group
          options={GRANTABLE_PERMISSIONS.filter((option) => PERMISSIONS.indexOf(option) >= highest).map(
            (value) => ({
              value,
              label: tApp(`permission.${value}`),
            }),
          )}
        />
      </Form.Item>
      <Form.Item name="roles" label={t('tokens.functions')} rules={[fieldRule(roles, language)]}>
        <Select
          mode="multiple"
          maxTagCount="responsive"
          showSearch={{ optionFilterProp: 'label' }}
          options={ownRoles.map((value) => ({ value, label: tPlugins(`name.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="days" label={t('tokens.days')} rules={[fieldRule(days, language)]}>
        <InputNumber min={1} max={365} precision={0} />
      </Form.Item>
      <OwnPasswordField />
    </SecureForm>
  );
}
