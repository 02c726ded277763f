import {
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Language } from '@wakeline/contract/entities/user-config';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import { useSession } from '../service/session.ts';
import { APPEARANCES, type Appearance, chooseAppearance, useAppearance } from './appearance.ts';
import { useChooseLanguage } from './choose-language.ts';
import { useSignOut } from './sign-out.ts';
import styles from './user-menu.module.css';

/** Each language by its own name, for users who cannot read the current one. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh_CN: '中文', en_US: 'English' };

const APPEARANCE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;
const APPEARANCE_TEXTS = {
  light: 'header.themeLight',
  dark: 'header.themeDark',
  system: 'header.themeSystem',
} as const satisfies Record<Appearance, string>;

interface UserMenuProps {
  readonly onShowShortcuts: () => void;
  readonly onChangePassword: () => void;
}

export function UserMenu({ onShowShortcuts, onChangePassword }: UserMenuProps) {
  const { t } = useTranslation();
  const { username, permission } = useSession();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const appearance = useAppearance();
  const signOut = useSignOut();

  const items: MenuProps['items'] = [
    {
      key: 'user',
      type: 'group',
      label: (
        <span className={styles.user}>
          <strong title={username}>{username}</strong>
          <span>{t(`permission.${permission}`)}</span>
        </span>
      ),
    },
    { type: 'divider' },
    {
      key: 'language',
      type: 'group',
      label: t('header.language'),
      children: (Object.keys(LANGUAGE_NAMES) as Language[]).map((key) => ({
        key,
        label: LANGUAGE_NAMES[key],
        icon: <IconLanguage size={16} />,
        onClick: () => void chooseLanguage(key),
      })),
    },
    {
      key: 'appearance',
      type: 'group',
      label: t('header.theme'),
      children: APPEARANCES.map((key) => {
        const Icon = APPEARANCE_ICONS[key];
        return {
          key,
          label: t(APPEARANCE_TEXTS[key]),
          icon: <Icon size={16} />,
          onClick: () => chooseAppearance(key),
        };
      }),
    },
    { type: 'divider' },
    {
      key: 'password',
      label: t('header.password'),
      icon: <IconKey size={16} />,
      onClick: onChangePassword,
    },
    { key: 'keys', label: t('header.keys'), icon: <IconKeyboard size={16} />, onClick: onShowShortcuts },
    { key: 'logout', label: t('header.logout'), icon: <IconLogout size={16} />, onClick: signOut },
  ];

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectable: true, selectedKeys: [language, appearance] }}
    >
      <Button type="text" aria-label={t('header.user')} icon={<IconUserCircle size={20} stroke={1.75} />} />
    </Dropdown>
  );
}
