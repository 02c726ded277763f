import { ROLES, type Role } from '@wakeline/contract/roles';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './authority.module.css';

interface FunctionChoiceProps {
  readonly grantable: readonly Role[];
  /** Set by the form. */
  readonly value?: Role[];
  readonly onChange?: (roles: Role[]) => void;
}

/** Checkboxes for the visible functions; only those that the user may grant. */
export function FunctionChoice({ grantable, value = [], onChange }: FunctionChoiceProps) {
  const { t } = useTranslation('rights');
  const { t: tPlugins } = useTranslation('plugins');
  const orderedRoles = ROLES.filter((role) => grantable.includes(role));
  return (
    <div className={styles.functions}>
      <div>
        <Button size="small" onClick={() => onChange?.(orderedRoles)}>
          {t('chooseAll')}
        </Button>
        <Button size="small" onClick={() => onChange?.([])}>
          {t('chooseNone')}
        </Button>
      </div>
      <Checkbox.Group
        value={value}
        onChange={(roles) => onChange?.(orderedRoles.filter((role) => roles.includes(role)))}
        options={orderedRoles.map((role) => ({ value: role, label: tPlugins(`name.${role}`) }))}
      />
    </div>
  );
}
