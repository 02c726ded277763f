import { useMenuBadge } from '../../../parts/menu-badges/menu-badges.ts';
import { useSession } from '../../../service/session.ts';
import { hasSatelliteRole, ROLE_OF_PAGE } from '../page-function.ts';
import { useUnreadMessages } from './use-unread.ts';

/** Sets the dots of the menu entries of satellite messages. Mounted with the shell. */
export function SatelliteBadges() {
  return hasSatelliteRole(useSession().roles) ? <Sources /> : null;
}

function Sources() {
  const unread = useUnreadMessages().data?.unread ?? [];
  const hasUnread = (page: keyof typeof ROLE_OF_PAGE) =>
    unread.some(({ role, count }) => role === ROLE_OF_PAGE[page] && count > 0);
  useMenuBadge('beidouMessages', 'unread', hasUnread('beidou'));
  useMenuBadge('iridiumMessages', 'unread', hasUnread('iridium'));
  useMenuBadge('planeMessages', 'unread', hasUnread('plane'));
  return null;
}
