import type { IconName } from '@wakeline/domain/devices/device-icon';

/** Icons of the categories of Traccar's web interface. */
const ICONS: ReadonlyMap<string, IconName> = new Map([
  ['default', 'generic'],
  ['animal', 'animal'],
  ['bicycle', 'bicycle'],
  ['boat', 'motorboat'],
  ['bus', 'bus'],
  ['camper', 'truck'],
  ['car', 'car'],
  ['crane', 'truck'],
  ['helicopter', 'helicopter'],
  ['motorcycle', 'motorcycle'],
  ['offroad', 'car'],
  ['person', 'person'],
  ['pickup', 'car'],
  ['plane', 'aircraft'],
  ['scooter', 'motorcycle'],
  ['ship', 'ship'],
  ['tractor', 'truck'],
  ['train', 'bus'],
  ['tram', 'bus'],
  ['trolleybus', 'bus'],
  ['truck', 'truck'],
  ['van', 'car'],
]);

/** The icon of a category of Traccar; null if it has none. */
export function iconOfCategory(category: string): IconName | null {
  return ICONS.get(category) ?? null;
}
