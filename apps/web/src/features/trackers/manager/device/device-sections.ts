import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { Namespace } from '../../../../i18n/namespaces.ts';
import { createTabContent } from '../lazy-tab.ts';

/** The device of the page, with group name and address. */
export type DeviceDetails = ResultOf<Operations['queryTrackerData']>;

export interface DeviceSectionProps {
  readonly device: DeviceDetails;
}

/** A tab of the device page. */
interface DeviceSection {
  /** Value of `section` in the address. */
  readonly key: string;
  readonly label: ParseKeys<'devices'>;
  readonly Content: ComponentType<DeviceSectionProps>;
  /** Whether only users who may edit the device see it. */
  readonly editorsOnly?: true;
  /** Whether only users with the function of remote instructions see it. */
  readonly instructionsOnly?: true;
}

function createSection(
  key: string,
  label: ParseKeys<'devices'>,
  namespaces: readonly Namespace[],
  load: () => Promise<ComponentType<DeviceSectionProps>>,
): DeviceSection {
  return { key, label, Content: createTabContent(namespaces, load) };
}

/** The tabs of the device page in their order; the first is the default. */
export const DEVICE_SECTIONS: readonly [DeviceSection, ...DeviceSection[]] = [
  createSection('state', 'section.state', ['deviceAttributes', 'live'], () =>
    import('./state-section.tsx').then(({ StateSection }) => StateSection),
  ),
  createSection('events', 'section.events', ['deviceEvents', 'notices'], () =>
    import('../events/events-section.tsx').then(({ EventsSection }) => EventsSection),
  ),
  createSection('notices', 'section.notices', ['notices'], () =>
    import('./notices-section.tsx').then(({ NoticesSection }) => NoticesSection),
  ),
  {
    ...createSection('instructions', 'section.instructions', ['instructions'], () =>
      import('./instructions-section.tsx').then(({ InstructionsSection }) => InstructionsSection),
    ),
    instructionsOnly: true,
  },
  createSection('photos', 'section.photos', ['instructions'], () =>
    import('./photos-section.tsx').then(({ PhotosSection }) => PhotosSection),
  ),
  createSection('recordings', 'section.recordings', ['recordings'], () =>
    import('./recordings-section.tsx').then(({ RecordingsSection }) => RecordingsSection),
  ),
  createSection('messages', 'section.messages', ['deviceMessages'], () =>
    import('../messages/messages-section.tsx').then(({ MessagesSection }) => MessagesSection),
  ),
  createSection('setup', 'section.setup', ['deviceModels'], () =>
    import('../../connection/setup-section.tsx').then(({ SetupSection }) => SetupSection),
  ),
  {
    ...createSection('validity', 'section.validity', ['deviceValidity'], () =>
      import('../validity/validity-section.tsx').then(({ ValiditySection }) => ValiditySection),
    ),
    editorsOnly: true,
  },
];
