import { ROLES, type Role } from '@wakeline/contract/roles';
import { Button, Radio, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Setting, SettingsSection } from '../../parts/settings/setting.tsx';
import { reorder } from './menu-order.ts';
import { OrderList } from './order-list.tsx';
import { type ConfigChanges, configChange, useOwnChange, useOwnSession } from './use-own-change.ts';

/** A side menu entry that the user can reorder. */
export interface OrderedEntry {
  readonly role: Role;
  /** It is never the start page. */
  readonly neverFirst: boolean;
}

/** Size and order of the side menu. The first entry that can be a start page opens after sign-in. */
export function MenuSection({ entries }: { readonly entries: readonly OrderedEntry[] }) {
  const { t } = useTranslation('settings');
  const { t: tPlugins } = useTranslation('plugins');
  const { menu, pluginsOrder } = useOwnSession();
  const { change } = useOwnChange();
  const save = (changes: ConfigChanges) => void change(configChange(changes));
  const order = pluginsOrder.map(({ key }) => key);
  const visible = order.filter((role) => entries.some((entry) => entry.role === role));
  const first = visible.find((role) => entries.some((entry) => entry.role === role && !entry.neverFirst));
  const defaultOrder = ROLES.filter((role) => order.includes(role));
  const isDefault = defaultOrder.every((role, index) => role === order[index]);

  return (
    <>
      <Setting name={t('menu')} hint={t('menuHint')}>
        {(labelProps) => (
          <Radio.Group {...labelProps} value={menu} onChange={({ target }) => save({ menu: target.value })}>
            <Space orientation="vertical" size={6}>
              <Radio value="full">{t('menuFull')}</Radio>
              <Radio value="reduced">{t('menuReduced')}</Radio>
            </Space>
          </Radio.Group>
        )}
      </Setting>
      <SettingsSection
        title={t('order')}
        description={t('orderHint')}
        action={
          <Button size="small" disabled={isDefault} onClick={() => save({ pluginsOrder: defaultOrder })}>
            {t('orderReset')}
          </Button>
        }
      >
        <OrderList<Role>
          label={t('order')}
          items={visible.map((key) => ({
            key,
            name: tPlugins(`name.${key}`),
            note: key === first ? t('orderFirst') : null,
          }))}
          onOrder={(keys) => save({ pluginsOrder: reorder(order, keys) })}
        />
      </SettingsSection>
    </>
  );
}
