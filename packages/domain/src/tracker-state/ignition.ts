import type { EventDetails } from '../events/tracker-event.ts';
import type { AttributeValue, Report } from '../reports/report.ts';
import type { TrackerMemory } from './tracker-state.ts';

type Ignition = TrackerMemory['ignition'];

export interface IgnitionStep {
  /** Undefined: the device never reported its ignition. */
  readonly ignition: Ignition;
  readonly event: Extract<EventDetails, { kind: 'ignition-on' | 'ignition-off' }> | null;
}

/** Follows the ignition after a report newer than the previous ones. The first report with it only sets the state. */
export function updateIgnition(before: Ignition, { time, attributes }: Report): IgnitionStep {
  const on = ignitionStateOf(attributes.ignition);
  if (on === null || on === before?.on) return { ignition: before, event: null };
  const ignition = { on, since: time };
  if (before === undefined) return { ignition, event: null };
  return { ignition, event: { kind: on ? 'ignition-on' : 'ignition-off', since: before.since } };
}

/** All protocols name the attribute `ignition` and send true or false; apps that send what they like also send 1 or 0. */
export function ignitionStateOf(value: AttributeValue | undefined): boolean | null {
  if (value === true || value === 1) return true;
  return value === false || value === 0 ? false : null;
}
