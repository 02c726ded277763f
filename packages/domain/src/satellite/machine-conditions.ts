/**
 * What a BeiDou command machine can do:
 *
 * - `offline`: no connection
 * - `silent`: connected; the machine has sent nothing yet
 * - `no-card`, `no-signal`, `restrained`: it cannot send
 * - `ready`
 */
export const MACHINE_CONDITIONS = [
  'offline',
  'silent',
  'no-card',
  'no-signal',
  'restrained',
  'ready',
] as const;
export type MachineCondition = (typeof MACHINE_CONDITIONS)[number];

/** Whether messages can be submitted to the machine, which then says why it cannot send. */
export function takesMessages(condition: MachineCondition): boolean {
  return condition !== 'offline' && condition !== 'silent';
}
