import { ROLES, type Role } from '@wakeline/contract/roles';
import { Button, Radio, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Part, Setting } from '../../parts/settings/setting.tsx';
import { reordered } from './menu-order.ts';
import { OrderList } from './order-list.tsx';
import { type ConfigChanges, configChange, useOwnChange, useOwnSession } from './use-own-change.ts';

/** An entry of the side menu that has its place in the user's order. */
export interface OrderedEntry {
  readonly role: Role;
  /** It is no page to start with. */
  readonly neverFirst: boolean;
}

/** The side menu: how much of it, and in which order. The first entry that is a page to start with opens after signing in. */
export function MenuSection({ entries }: { readonly entries: readonly OrderedEntry[] }) {
  const { t } = useTranslation('settings');
  const { t: plugins } = useTranslation('plugins');
  const { menu, pluginsOrder } = useOwnSession();
  const { change } = useOwnChange();
  const save = (changes: ConfigChanges) => void change(configChange(changes));
  const whole = pluginsOrder.map(({ key }) => key);
  const shown = whole.filter((role) => entries.some((entry) => entry.role === role));
  const first = shown.find((role) => entries.some((entry) => entry.role === role && !entry.neverFirst));
  const usual = ROLES.filter((role) => whole.includes(role));
  const isUsual = usual.every((role, index) => role === whole[index]);

  return (
    <>
      <Setting name={t('menu')} hint={t('menuHint')}>
        {(labelled) => (
          <Radio.Group {...labelled} value={menu} onChange={({ target }) => save({ menu: target.value })}>
            <Space orientation="vertical" size={6}>
              <Radio value="full">{t('menuFull')}</Radio>
              <Radio value="reduced">{t('menuReduced')}</Radio>
            </Space>
          </Radio.Group>
        )}
      </Setting>
      <Part
        title={t('order')}
        about={t('orderHint')}
        action={
          <Button size="small" disabled={isUsual} onClick={() => save({ pluginsOrder: usual })}>
            {t('orderReset')}
          </Button>
        }
      >
        <OrderList<Role>
          label={t('order')}
          items={shown.map((key) => ({
            key,
            name: plugins(`name.${key}`),
            note: key === first ? t('orderFirst') : null,
          }))}
          onOrder={(keys) => save({ pluginsOrder: reordered(whole, keys) })}
        />
      </Part>
    </>
  );
}
