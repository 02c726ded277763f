import type { IconName } from '@wakeline/domain/devices/device-icon';

/** The built-in icons by kind, in the order of the icons tab. */
export const ICON_KINDS = {
  people: ['person', 'runner', 'walker'],
  road: ['bicycle', 'motorcycle', 'car', 'truck', 'bus'],
  water: ['sailboat', 'motorboat', 'ship'],
  air: ['aircraft', 'airliner', 'helicopter', 'glider', 'drone'],
  other: ['animal', 'container', 'beacon', 'generic'],
} as const satisfies Readonly<Record<string, readonly IconName[]>>;
