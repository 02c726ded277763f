import { IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FreshnessIndicator } from '../features/freshness/freshness-indicator.tsx';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { useBranding } from '../service/branding.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { usePhone } from '../ui/media.ts';
import styles from './header.module.css';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  readonly onOpenMenu: () => void;
  readonly onShowKeys: () => void;
}

export function Header({ onOpenMenu, onShowKeys }: HeaderProps) {
  const { t } = useTranslation();
  const { sysName, logoUrl } = useBranding();
  const phone = usePhone();
  return (
    <header className={styles.header}>
      {phone && <IconButton label={t('menu.open')} icon={<IconMenu2 size={20} />} onClick={onOpenMenu} />}
      <Link to="/" className={styles.brand} aria-label={sysName}>
        {logoUrl ? <img src={logoUrl} alt="" className={styles.logo} /> : <Logo />}
        <span className={styles.name} title={sysName}>
          {sysName}
        </span>
      </Link>
      <span className={styles.spacer} />
      <FreshnessIndicator />
      <NoticeBell />
      <UserMenu onShowKeys={onShowKeys} />
    </header>
  );
}
