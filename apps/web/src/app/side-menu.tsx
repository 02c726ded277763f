import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Drawer, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useSession } from '../service/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePhone } from '../ui/media.ts';
import { menuOf } from './menu.ts';
import { MENU } from './menu-entries.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  /** Whether the entries show their names. */
  readonly wide: boolean;
  readonly onWide: (wide: boolean) => void;
  /** On a phone the menu is a drawer. */
  readonly drawer: boolean;
  readonly onCloseDrawer: () => void;
}

export function SideMenu({ wide, onWide, drawer, onCloseDrawer }: SideMenuProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone)
    return (
      <Drawer
        open={drawer}
        onClose={onCloseDrawer}
        placement="left"
        size={260}
        title={t('menu.label')}
        styles={{ body: { padding: 8 } }}
      >
        <Entries wide onChosen={onCloseDrawer} />
      </Drawer>
    );
  return (
    <nav className={styles.menu} data-wide={wide} aria-label={t('menu.label')}>
      <Entries wide={wide} />
      <span className={styles.fill} />
      <IconButton
        label={t(wide ? 'menu.fold' : 'menu.expand')}
        placement="right"
        aria-expanded={wide}
        icon={wide ? <IconLayoutSidebarLeftCollapse size={18} /> : <IconLayoutSidebarLeftExpand size={18} />}
        onClick={() => onWide(!wide)}
      />
    </nav>
  );
}

function Entries({ wide, onChosen }: { readonly wide: boolean; readonly onChosen?: () => void }) {
  const { t } = useTranslation();
  const { pluginsOrder } = useSession();
  return (
    <ul className={styles.entries}>
      {menuOf(MENU, pluginsOrder).map(({ key, path, icon: Icon, text }) => (
        <li key={key}>
          <Tooltip title={wide ? null : t(text)} placement="right">
            <NavLink
              to={path}
              end
              className={styles.entry ?? ''}
              aria-label={t(text)}
              onClick={() => onChosen?.()}
            >
              <Icon size={20} stroke={1.75} aria-hidden />
              {wide && <span>{t(text)}</span>}
            </NavLink>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
