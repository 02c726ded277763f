import type { ReportDraft } from '../report-draft.ts';

/** State of motion: whether the ignition is on and the device moves; null: without an ignition. */
const MOTION: ReadonlyMap<string, { readonly ignition: boolean | null; readonly moving: boolean }> = new Map([
  ['11', { ignition: false, moving: false }],
  ['12', { ignition: false, moving: true }],
  ['16', { ignition: false, moving: true }],
  ['1A', { ignition: false, moving: true }],
  ['21', { ignition: true, moving: false }],
  ['22', { ignition: true, moving: true }],
  ['41', { ignition: null, moving: false }],
  ['42', { ignition: null, moving: true }],
]);
const TOWED = '16';

export function isMotion(code: string): boolean {
  return MOTION.has(code.toUpperCase());
}

export function readMotion(code: string, { attributes }: ReportDraft): void {
  const motion = MOTION.get(code.toUpperCase());
  if (motion === undefined) return;
  if (motion.ignition !== null) attributes.ignition = motion.ignition;
  attributes.moving = motion.moving;
  if (code === TOWED) attributes.towing = true;
}
