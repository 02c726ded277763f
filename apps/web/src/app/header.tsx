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
import { useKeys } from '../ui/use-key.ts';
import styles from './header.module.css';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  readonly onOpenMenu: () => void;
  readonly onShowKeys: () => void;
  readonly onChangePassword: () => void;
}

type Box = 'sos' | 'tasks' | 'notices';

export function Header({ onOpenMenu, onShowKeys, onChangePassword }: HeaderProps) {
  const { t } = useTranslation();
  const { sysName, logoUrl } = useBranding();
  const phone = usePhone();
  const navigate = useNavigate();
  // One state for all boxes: the one that opens closes the others.
  const [box, setBox] = useState<Box | null>(null);
  const turn = (which: Box) => (open: boolean) =>
    setBox((shown) => (open ? which : shown === which ? null : shown));
  useKeys(['n'], () => setBox('notices'));
  useKeys(['t'], () => setBox('tasks'));
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
      <SosButton open={box === 'sos'} onOpen={turn('sos')} />
      <TaskButton open={box === 'tasks'} onOpen={turn('tasks')} />
      <NoticeBell open={box === 'notices'} onOpen={turn('notices')} />
      <IconButton
        label={t('header.settings')}
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => navigate('/systemSet')}
      />
      <UserMenu onShowKeys={onShowKeys} onChangePassword={onChangePassword} />
    </header>
  );
}
