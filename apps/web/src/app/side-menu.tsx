import {
  IconExternalLink,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  type TablerIcon,
} from '@tabler/icons-react';
import { Drawer, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { KEEP_VIEW } from '../features/live/navigation-state.ts';
import { useVisiblePanels } from '../features/panels/frame/use-visible-panels.ts';
import { useHasMessage } from '../parts/menu-badges/menu-badges.ts';
import { addLinkCode, getLinkCode } from '../service/link-code.ts';
import { useSession } from '../service/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePhone } from '../ui/media.ts';
import { useTooltip } from '../ui/use-tooltip.ts';
import type { LastVisits } from './keep-alive-screens.tsx';
import { buildMenu, GROUND_SUPPORT, isEntryOf, type MenuItem } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.ts';
import { MENU_ICONS } from './menu-icons.ts';
import { findScreen } from './routes.tsx';
import styles from './side-menu.module.css';
import { useGroundSupport } from './use-ground-support.ts';

interface SideMenuProps {
  /** Whether the entries show their names. */
  readonly expanded: boolean;
  readonly onExpandedChange: (expanded: boolean) => void;
  /** On a phone the menu is a drawer. */
  readonly drawerOpen: boolean;
  readonly onCloseDrawer: () => void;
  /** Last locations of keep-alive screens: a menu entry leads back there. */
  readonly visits: LastVisits;
}

export function SideMenu({ expanded, onExpandedChange, drawerOpen, onCloseDrawer, visits }: SideMenuProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone)
    return (
      <Drawer
        open={drawerOpen}
        onClose={onCloseDrawer}
        placement="left"
        size={260}
        title={t('menu.label')}
        styles={{ body: { padding: 8 } }}
      >
        <nav aria-label={t('menu.label')}>
          <Entries expanded visits={visits} onSelect={onCloseDrawer} />
        </nav>
      </Drawer>
    );
  return (
    <nav className={styles.menu} data-expanded={expanded} aria-label={t('menu.label')}>
      <Entries expanded={expanded} visits={visits} />
      <IconButton
        label={t(expanded ? 'menu.collapse' : 'menu.expand')}
        placement="right"
        aria-expanded={expanded}
        icon={
          expanded ? <IconLayoutSidebarLeftCollapse size={18} /> : <IconLayoutSidebarLeftExpand size={18} />
        }
        onClick={() => onExpandedChange(!expanded)}
      />
    </nav>
  );
}

interface SideMenuEntry extends MenuItem {
  /** Null: the first character of its name. */
  readonly icon: TablerIcon | null;
  readonly label: string;
  /** Its area has a badge. */
  readonly hasMessage: boolean;
  /** The label, and whether it has a badge. */
  readonly accessibleName: string;
}

/** The user's menu with the visible extension panels. */
function useEntries(): readonly SideMenuEntry[] {
  const { t } = useTranslation();
  const panels = useVisiblePanels();
  const hasMessage = useHasMessage();
  const all: SideMenuEntry[] = [
    ...MENU_ENTRIES.map(({ text, ...entry }): SideMenuEntry => {
      const [label, marked] = [t(text), hasMessage(entry.key)];
      const accessibleName = marked ? t('menu.withBadge', { name: label }) : label;
      return { ...entry, icon: MENU_ICONS[entry.key], label, hasMessage: marked, accessibleName };
    }),
    ...panels.map(
      ({ panelId, panelName }): SideMenuEntry => ({
        key: `panel-${panelId}`,
        path: `/extensionPanel/view/${panelId}`,
        role: 'eob_plugin_custom_window',
        icon: null,
        label: panelName,
        hasMessage: false,
        accessibleName: panelName,
      }),
    ),
  ];
  return buildMenu(all, useSession());
}

/** The up and down arrow keys move between the entries, in addition to Tab. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const index = entries.indexOf(event.target as HTMLElement);
  entries[(index + step + entries.length) % entries.length]?.focus();
  event.preventDefault();
}

/** An entry with its name as a tooltip while only its icon is visible. */
function EntryTooltip({ name, children }: { readonly name: string | null; readonly children: ReactNode }) {
  const { tooltipProps, close, reset } = useTooltip();
  return (
    <li onClickCapture={close} onMouseLeave={reset}>
      <Tooltip title={name} placement="right" {...tooltipProps}>
        {children}
      </Tooltip>
    </li>
  );
}

interface EntriesProps {
  readonly expanded: boolean;
  readonly visits: LastVisits;
  readonly onSelect?: () => void;
}

function Entries({ expanded, visits, onSelect }: EntriesProps) {
  const entries = useEntries();
  const openGroundSupport = useGroundSupport();
  return (
    <ul className={styles.entries} onKeyDown={moveFocus}>
      {entries.map((entry, index) => (
        <EntryTooltip key={entry.key} name={expanded ? null : entry.label}>
          {entry.key === GROUND_SUPPORT ? (
            <button
              type="button"
              className={styles.entry}
              aria-label={entry.accessibleName}
              onClick={() => {
                onSelect?.();
                openGroundSupport();
              }}
            >
              <EntryContent entry={entry} expanded={expanded} opensNewTab />
            </button>
          ) : (
            <EntryLink
              entry={entry}
              expanded={expanded}
              first={index === 0}
              isOnly={!entries.some(({ key, section }) => key !== entry.key && section === entry.section)}
              visits={visits}
              onSelect={onSelect}
            />
          )}
        </EntryTooltip>
      ))}
    </ul>
  );
}

interface EntryLinkProps {
  readonly entry: SideMenuEntry;
  readonly expanded: boolean;
  readonly first: boolean;
  /** No other entry has pages of the same section. */
  readonly isOnly: boolean;
  readonly visits: LastVisits;
  readonly onSelect: (() => void) | undefined;
}

function EntryLink({ entry, expanded, first, isOnly, visits, onSelect, ...tooltip }: EntryLinkProps) {
  const location = useLocation();
  const { pathname } = location;
  const screen = findScreen(entry.path.split('?')[0] ?? '');
  // The start page has the address of the first entry: for users who start elsewhere, the map has another address.
  const path = entry.path === '/' && !first ? '/Map' : entry.path;
  if (screen?.newTab) {
    return (
      <a
        {...tooltip}
        className={styles.entry}
        href={path + (addLinkCode('', getLinkCode()) ?? '')}
        target="_blank"
        rel="noopener"
        aria-label={entry.accessibleName}
        onClick={onSelect}
      >
        <EntryContent entry={entry} expanded={expanded} opensNewTab />
      </a>
    );
  }
  const currentScreen = findScreen(pathname);
  const isCurrent =
    currentScreen !== null &&
    (currentScreen.keepAlive === undefined
      ? isEntryOf({ ...entry, path }, location, isOnly)
      : currentScreen.keepAlive === screen?.keepAlive);
  const visit = screen?.keepAlive === undefined || isCurrent ? undefined : visits[screen.keepAlive];
  return (
    <Link
      {...tooltip}
      to={visit === undefined ? path : { pathname: path, search: visit.search }}
      state={visit === undefined ? undefined : KEEP_VIEW}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={entry.accessibleName}
      onClick={onSelect}
    >
      <EntryContent entry={entry} expanded={expanded} />
    </Link>
  );
}

/** The first grapheme: an emoji may consist of several code points. */
function getInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}

interface EntryContentProps {
  readonly entry: SideMenuEntry;
  readonly expanded: boolean;
  /** It opens in a new tab. */
  readonly opensNewTab?: boolean;
}

function EntryContent({ entry, expanded, opensNewTab = false }: EntryContentProps) {
  const { icon: Icon, label, hasMessage } = entry;
  return (
    <>
      {Icon === null ? (
        <b className={styles.initial} aria-hidden>
          {getInitial(label)}
        </b>
      ) : (
        <Icon size={20} stroke={1.75} aria-hidden />
      )}
      {expanded && <span>{label}</span>}
      {expanded && opensNewTab && <IconExternalLink size={14} aria-hidden />}
      {hasMessage && <i className={styles.dot} aria-hidden />}
    </>
  );
}
