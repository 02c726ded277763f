/** The drawn icons of devices, which `STANDARD` icons name. How they look is the console's affair. */
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

/** What a device has that was given no other, or whose picture was deleted. */
export const GENERIC_ICON: IconName = 'generic';
