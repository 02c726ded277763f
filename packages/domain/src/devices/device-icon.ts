/** The built-in device icons that `STANDARD` icons name. The console draws them. */
export const ICON_NAMES = [
  'person',
  'runner',
  'walker',
  'bicycle',
  'motorcycle',
  'car',
  'truck',
  'bus',
  'sailboat',
  'motorboat',
  'ship',
  'aircraft',
  'airliner',
  'helicopter',
  'glider',
  'drone',
  'animal',
  'container',
  'beacon',
  'generic',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** The icon of a device that has no other, or whose picture was deleted. */
export const GENERIC_ICON: IconName = 'generic';
