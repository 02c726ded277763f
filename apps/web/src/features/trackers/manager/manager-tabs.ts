import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { Namespace } from '../../../i18n/namespaces.ts';
import type { Session } from '../../../service/session.ts';
import { createTabContent } from './lazy-tab.ts';

/** A tab of the device management. */
export interface ManagerTab {
  /** Value of `tab` in the address. */
  readonly key: string;
  readonly label: ParseKeys<'devices'>;
  /** Loads its code and texts when it is first opened. */
  readonly Component: ComponentType;
  /** An ability that it requires; null: none. */
  readonly ability: keyof Session['abilities'] | null;
}

function createTab(
  key: string,
  label: ParseKeys<'devices'>,
  namespaces: readonly Namespace[],
  load: () => Promise<ComponentType>,
  ability: ManagerTab['ability'] = null,
): ManagerTab {
  return { key, label, Component: createTabContent(namespaces, load), ability };
}

/** The tabs in their order; the first is the default. */
export const MANAGER_TABS: readonly [ManagerTab, ...ManagerTab[]] = [
  createTab('devices', 'tab.devices', ['deviceTransfer', 'deviceValidity', 'sheetImport'], () =>
    import('./devices/devices-tab.tsx').then(({ DevicesTab }) => DevicesTab),
  ),
  createTab('groups', 'tab.groups', ['deviceGroups', 'live'], () =>
    import('./groups/groups-tab.tsx').then(({ GroupsTab }) => GroupsTab),
  ),
  createTab('models', 'tab.models', ['deviceModels', 'instructions', 'instructionTexts'], () =>
    import('../models/models-tab.tsx').then(({ ModelsTab }) => ModelsTab),
  ),
  createTab('icons', 'tab.icons', [], () => import('./icons/icons-tab.tsx').then(({ IconsTab }) => IconsTab)),
  createTab(
    'feeds',
    'tab.feeds',
    ['feeds'],
    () => import('../feeds/feeds-tab.tsx').then(({ FeedsTab }) => FeedsTab),
    'feeds',
  ),
  createTab(
    'unregistered',
    'tab.unregistered',
    ['deviceMessages'],
    () => import('./unregistered/unregistered-tab.tsx').then(({ UnregisteredTab }) => UnregisteredTab),
    'unregistered',
  ),
];
