import { IconMenu2, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { SosButton } from '../features/sos/sos-button.tsx';
import { TaskButton } from '../features/tasks/task-button.tsx';
import { FreshnessIndicator } from '../parts/freshness/freshness-indicator.tsx';
import { useBranding } from '../service/branding.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { usePhone } from '../ui/media.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import styles from './header.module.css';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  readonly onOpenMenu: () => void;
  readonly onShowShortcuts: () => void;
  readonly onChangePassword: () => void;
}

type HeaderPopover = 'sos' | 'tasks' | 'notices';

export function Header({ onOpenMenu, onShowShortcuts, onChangePassword }: HeaderProps) {
  const { t } = useTranslation();
  const { sysName, logoUrl } = useBranding();
  const phone = usePhone();
  const navigate = useNavigate();
  // One state for all popovers: opening one closes the others.
  const [openPopover, setOpenPopover] = useState<HeaderPopover | null>(null);
  const createToggle = (popover: HeaderPopover) => (open: boolean) =>
    setOpenPopover((current) => (open ? popover : current === popover ? null : current));
  useShortcuts(['n'], () => setOpenPopover('notices'));
  useShortcuts(['t'], () => setOpenPopover('tasks'));
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
      <SosButton open={openPopover === 'sos'} onOpen={createToggle('sos')} />
      <TaskButton open={openPopover === 'tasks'} onOpen={createToggle('tasks')} />
      <NoticeBell open={openPopover === 'notices'} onOpen={createToggle('notices')} />
      <IconButton
        label={t('header.settings')}
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => navigate('/systemSet')}
      />
      <UserMenu onShowShortcuts={onShowShortcuts} onChangePassword={onChangePassword} />
    </header>
  );
}
