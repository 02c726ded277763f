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
import { QUIET } from '../features/live/visit.ts';
import { useShownPanels } from '../features/panels/frame/use-shown-panels.ts';
import { linkCode, withLinkCode } from '../service/link-code.ts';
import { useSession } from '../service/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePhone } from '../ui/media.ts';
import { useTip } from '../ui/use-tip.ts';
import type { LastVisits } from './kept-screens.tsx';
import { GROUND_SUPPORT, type MenuFacts, menuOf } from './menu.ts';
import { MENU } from './menu-entries.ts';
import { screenAt } from './routes.tsx';
import styles from './side-menu.module.css';
import { useGroundSupport } from './use-ground-support.ts';

interface SideMenuProps {
  /** Whether the entries show their names. */
  readonly wide: boolean;
  readonly onWide: (wide: boolean) => void;
  /** On a phone the menu is a drawer. */
  readonly drawer: boolean;
  readonly onCloseDrawer: () => void;
  /** Where kept screens stand: an entry leads back there. */
  readonly visits: LastVisits;
}

export function SideMenu({ wide, onWide, drawer, onCloseDrawer, visits }: SideMenuProps) {
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
        <nav aria-label={t('menu.label')}>
          <Entries wide visits={visits} onChosen={onCloseDrawer} />
        </nav>
      </Drawer>
    );
  return (
    <nav className={styles.menu} data-wide={wide} aria-label={t('menu.label')}>
      <Entries wide={wide} visits={visits} />
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

interface DrawnEntry extends MenuFacts {
  /** Null: the first character of its name. */
  readonly icon: TablerIcon | null;
  readonly label: string;
}

/** The menu of the user, with the extension panels that are shown. */
function useEntries(): readonly DrawnEntry[] {
  const { t } = useTranslation();
  const panels = useShownPanels();
  const all: DrawnEntry[] = [
    ...MENU.map(({ text, ...entry }) => ({ ...entry, label: t(text) })),
    ...panels.map(
      ({ panelId, panelName }): DrawnEntry => ({
        key: `panel-${panelId}`,
        path: `/extensionPanel/view/${panelId}`,
        role: 'eob_plugin_custom_window',
        icon: null,
        label: panelName,
      }),
    ),
  ];
  return menuOf(all, useSession());
}

/** Up and down walk through the entries, beside the tabulator. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = entries.indexOf(event.target as HTMLElement);
  entries[(at + step + entries.length) % entries.length]?.focus();
  event.preventDefault();
}

/** An entry with its name beside it where it is drawn as an icon alone. */
function Named({ name, children }: { readonly name: string | null; readonly children: ReactNode }) {
  const { shown, close, renew } = useTip();
  return (
    <li onClickCapture={close} onMouseLeave={renew}>
      <Tooltip title={name} placement="right" {...shown}>
        {children}
      </Tooltip>
    </li>
  );
}

interface EntriesProps {
  readonly wide: boolean;
  readonly visits: LastVisits;
  readonly onChosen?: () => void;
}

function Entries({ wide, visits, onChosen }: EntriesProps) {
  const entries = useEntries();
  const openGroundSupport = useGroundSupport();
  return (
    <ul className={styles.entries} onKeyDown={walk}>
      {entries.map((entry, index) => (
        <Named key={entry.key} name={wide ? null : entry.label}>
          {entry.key === GROUND_SUPPORT ? (
            <button
              type="button"
              className={styles.entry}
              aria-label={entry.label}
              onClick={() => {
                onChosen?.();
                openGroundSupport();
              }}
            >
              <EntryFace entry={entry} wide={wide} leaves />
            </button>
          ) : (
            <EntryLink entry={entry} wide={wide} first={index === 0} visits={visits} onChosen={onChosen} />
          )}
        </Named>
      ))}
    </ul>
  );
}

interface EntryLinkProps {
  readonly entry: DrawnEntry;
  readonly wide: boolean;
  readonly first: boolean;
  readonly visits: LastVisits;
  readonly onChosen: (() => void) | undefined;
}

function EntryLink({ entry, wide, first, visits, onChosen, ...tooltip }: EntryLinkProps) {
  const { pathname } = useLocation();
  const screen = screenAt(entry.path);
  // The start page is that of the first entry: the map has another address for those who begin elsewhere.
  const path = entry.path === '/' && !first ? '/Map' : entry.path;
  if (screen?.newTab) {
    return (
      <a
        {...tooltip}
        className={styles.entry}
        href={path + (withLinkCode('', linkCode()) ?? '')}
        target="_blank"
        rel="noopener"
        aria-label={entry.label}
        onClick={onChosen}
      >
        <EntryFace entry={entry} wide={wide} leaves />
      </a>
    );
  }
  const shown = screenAt(pathname);
  const current =
    shown !== null &&
    (shown.keep === undefined ? pathname.toLowerCase() === path.toLowerCase() : shown.keep === screen?.keep);
  const visit = screen?.keep === undefined || current ? undefined : visits[screen.keep];
  return (
    <Link
      {...tooltip}
      to={visit === undefined ? path : { pathname: path, search: visit.search }}
      state={visit === undefined ? undefined : QUIET}
      className={styles.entry}
      aria-current={current ? 'page' : undefined}
      aria-label={entry.label}
      onClick={onChosen}
    >
      <EntryFace entry={entry} wide={wide} />
    </Link>
  );
}

/** The first character as a person sees it: an emoji may be of several code points. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}

interface EntryFaceProps {
  readonly entry: DrawnEntry;
  readonly wide: boolean;
  /** It opens in a tab of its own. */
  readonly leaves?: boolean;
}

function EntryFace({ entry: { icon: Icon, label }, wide, leaves = false }: EntryFaceProps) {
  return (
    <>
      {Icon === null ? (
        <b className={styles.initial} aria-hidden>
          {initialOf(label)}
        </b>
      ) : (
        <Icon size={20} stroke={1.75} aria-hidden />
      )}
      {wide && <span>{label}</span>}
      {wide && leaves && <IconExternalLink size={14} aria-hidden />}
    </>
  );
}
