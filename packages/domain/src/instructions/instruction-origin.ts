import type { TrackingPurpose } from '../aviation/tracking-mode.ts';

/** Why the server stored an instruction for a user: the tracking mode of a task. */
export interface InstructionOrigin {
  readonly kind: 'trackingMode';
  readonly purpose: TrackingPurpose;
  readonly taskName: string;
}
